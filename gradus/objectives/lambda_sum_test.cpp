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
using testing::in_float;
using testing::largest;
using testing::missing_grade;
using testing::Slopes;

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
    const auto measure = parse_target(GetParam()).measure;
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
        const Lambda objective(parse_target(GetParam()), params);
        const Dataset data = graded_data({grades});
        const auto bound = objective.bind(data, 1);
        double highest = 0.0;
        for (const float grade : grades) {
            if (grade > 0.0F) highest = std::max(highest, static_cast<double>(grade));
        }
        const Slopes expected =
            brute_force(*measure,
                        grades,
                        scores,
                        highest,
                        {.cost = params.cost, .sigma = params.sigma, .centre = params.centre},
                        every_pair);
        const Slopes got = exact(*bound, 0, scores, scratch);
        const double scale = std::max(1.0, largest(expected.slopes));  // DCG's gains exceed 1
        const std::string what = "trial " + std::to_string(trial);
        expect_close(got.slopes, expected.slopes, 1e-12 * scale, what);
        expect_close(got.curvatures, expected.curvatures, 1e-12 * scale, what);
        const Slopes rough = in_float(*bound, 0, scores, scratch);
        expect_close(rough.slopes, expected.slopes, 1e-5 * scale, what + " in float");
        expect_close(rough.curvatures, expected.curvatures, 1e-5 * scale, what + " in float");
        double sum = 0.0;
        for (const double slope : got.slopes) sum += slope;
        EXPECT_NEAR(sum, 0.0, 1e-13 * scale);
        if (largest(expected.slopes) > 1e-9) {
            EXPECT_TRUE(bound->has_pairs(0));
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
                const Lambda objective(parse_target(target), {}, tier);
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
                const Slopes expected = brute_force(
                    *parse_target(target).measure, clicks, scores, highest, {}, admitted);
                const Slopes got = exact(*bound, 0, scores, scratch);
                const Slopes rough = in_float(*bound, 0, scores, scratch);
                expect_close(got.slopes, expected.slopes, 1e-12, target);
                expect_close(got.curvatures, expected.curvatures, 1e-12, target);
                expect_close(rough.slopes, expected.slopes, 1e-5, target + " in float");
                EXPECT_TRUE(largest(expected.slopes) == 0.0 || bound->has_pairs(0));
            }
        }
    }
}

}  // namespace
}  // namespace gradus
