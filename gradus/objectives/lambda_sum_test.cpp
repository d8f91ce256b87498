#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/objectives/lambda.hpp"
#include "gradus/testing/lambda_oracle.hpp"
#include "gradus/testing/scored_data.hpp"

namespace gradus {
namespace {

using testing::brute_force;
using testing::draw;
using testing::every_pair;
using testing::exact;
using testing::expect_close;
using testing::graded_data;
using testing::Gradients;
using testing::in_float;
using testing::largest;
using testing::missing_grade;

std::vector<std::string> all_examples() {
    std::vector<std::string> all;
    for (const MeasureEntry* entry : all_measures()) {
        std::istringstream stream{std::string(entry->examples)};
        all.insert(all.end(), std::istream_iterator<std::string>(stream), {});
    }
    return all;
}

class EveryMeasuresLambda : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryMeasuresLambda, IsTheSumOverPairsReallySwappedAndScoredAgain) {
    const auto measure = named_measure(GetParam()).measure;
    Random random(1, "queries");
    Scratch scratch;
    std::vector<float> grades;
    std::vector<float> scores;
    for (int trial = 0; trial < 24; ++trial) {
        draw(random, 1 + random.below(25), trial % 2 == 1, grades, scores);
        for (float& grade : grades) {  // GAP's thresholds may end below 4
            while (!std::isnan(grade) && !measure->objection(static_cast<double>(grade)).empty())
                grade -= 1.0F;
        }
        LambdaParams params;
        if (trial % 3 == 1) params = {.sigma = 1.7};
        if (trial % 3 == 2) params = {.cost = PairCost::sigmoid, .sigma = 0.8, .centre = 0.5};
        const Lambda objective(named_measure(GetParam()), params);
        const Dataset data = graded_data({grades});
        const auto bound = objective.bind(data, 1);
        double highest = 0.0;
        for (const float grade : grades) {
            if (grade > 0.0F) highest = std::max(highest, static_cast<double>(grade));
        }
        const Gradients expected =
            brute_force(*measure,
                        grades,
                        scores,
                        highest,
                        {.cost = params.cost, .sigma = params.sigma, .centre = params.centre},
                        every_pair);
        const Gradients got = exact(*bound, 0, scores, scratch);
        const double scale = std::max(1.0, largest(expected.gradients));  // DCG's gains exceed 1
        const std::string what = "trial " + std::to_string(trial);
        expect_close(got.gradients, expected.gradients, 1e-12 * scale, what);
        expect_close(got.hessians, expected.hessians, 1e-12 * scale, what);
        const Gradients rough = in_float(*bound, 0, scores, scratch);
        expect_close(rough.gradients, expected.gradients, 1e-5 * scale, what + " in float");
        expect_close(rough.hessians, expected.hessians, 1e-5 * scale, what + " in float");
        double sum = 0.0;
        for (const double gradient : got.gradients) sum += gradient;
        EXPECT_NEAR(sum, 0.0, 1e-13 * scale);
        if (largest(expected.gradients) > 1e-9) {
            EXPECT_TRUE(bound->is_informative(0));
        }
    }
}

std::string test_name(const ::testing::TestParamInfo<std::string>& test) {
    std::string name;
    for (const char c : test.param) name += std::isalnum(c) != 0 ? c : '_';
    return name;
}
INSTANTIATE_TEST_SUITE_P(All, EveryMeasuresLambda, ::testing::ValuesIn(all_examples()), test_name);

// Pairs of equal grade only, and clicks of 0 apart: what the brute force is told in other words.
TEST(Lambda, KeepsToThePairsOfItsTier) {
    Random random(3, "queries");
    Scratch scratch;
    for (int trial = 0; trial < 40; ++trial) {
        const std::size_t n = 1 + random.below(30);
        std::vector<float> grades;
        std::vector<float> clicks;
        std::vector<float> scores;
        draw(random, n, true, grades, scores);
        for (std::size_t i = 0; i < n; ++i) {
            clicks.push_back(random.chance(0.2)   ? missing_grade
                             : random.chance(0.3) ? 0.0F
                                                  : static_cast<float>(random.uniform()));
        }
        Dataset data = graded_data({grades});
        data.labels.push_back({"click", clicks});
        for (const MissingGrades rule : {MissingGrades::matched, MissingGrades::lenient}) {
            for (const std::string target : {"CNDCG", "AP(rel=0.5,labels=click)"}) {
                TierRule tier{.earlier = {"grade"}, .missing = rule};
                if (trial % 2 == 0) tier.excluded = 0.0;
                const Lambda objective(named_measure(target), {}, tier);
                const auto bound = objective.bind(data, 1);
                double highest = 0.0;
                for (const float click : clicks) {
                    if (click > highest) highest = static_cast<double>(click);
                }
                const auto admitted = [&](std::size_t i, std::size_t j) {
                    if (tier.excluded && (clicks[i] == 0.0F || clicks[j] == 0.0F)) return false;
                    const bool both = std::isnan(grades[i]) && std::isnan(grades[j]);
                    const bool one = std::isnan(grades[i]) || std::isnan(grades[j]);
                    if (both || grades[i] == grades[j]) return true;
                    return rule == MissingGrades::lenient && one;
                };
                const Gradients expected = brute_force(
                    *named_measure(target).measure, clicks, scores, highest, {}, admitted);
                const Gradients got = exact(*bound, 0, scores, scratch);
                const Gradients rough = in_float(*bound, 0, scores, scratch);
                expect_close(got.gradients, expected.gradients, 1e-12, target);
                expect_close(got.hessians, expected.hessians, 1e-12, target);
                expect_close(rough.gradients, expected.gradients, 1e-5, target + " in float");
                EXPECT_TRUE(largest(expected.gradients) == 0.0 || bound->is_informative(0));
            }
        }
    }
}

}  // namespace
}  // namespace gradus
