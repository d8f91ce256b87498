#include "gradus/objectives/pair_exponential.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/objectives/pairs/pair_exponents.hpp"
#include "gradus/rank/ranking.hpp"
#include "gradus/testing/scored_data.hpp"

namespace gradus {
namespace {

struct Evaluated {
    double value;
    std::vector<double> gradients;
    std::vector<double> hessians;
};

Evaluated evaluate(const Dataset& data, const std::vector<double>& scores) {
    Evaluated result{0.0, std::vector<double>(scores.size()), std::vector<double>(scores.size())};
    std::vector<std::uint32_t> order(scores.size());
    rank_by_score(scores, std::span<std::uint32_t>(order));
    Scratch scratch;
    const PairExponential objective;
    result.value = objective.bind(data, 1)->evaluate(
        {0, scores, order}, scratch, result.gradients, result.hessians);
    return result;
}

TEST(PairExponential, IsTheSumOverPairs) {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed, "pairs");
        std::vector<float> grades;
        std::vector<double> scores;
        for (std::size_t i = 0; i < 1 + seed % 12; ++i) {
            grades.push_back(random.chance(0.1) ? std::nanf("")
                                                : 0.75F * static_cast<float>(random.below(4)));
            scores.push_back(2.0 * random.normal());
        }
        const Evaluated got = evaluate(testing::graded_data({grades}), scores);
        Evaluated expected{
            0.0, std::vector<double>(scores.size()), std::vector<double>(scores.size())};
        for (std::size_t i = 0; i < scores.size(); ++i) {
            for (std::size_t j = 0; j < scores.size(); ++j) {
                if (!(grades[i] > grades[j])) continue;
                const double cost = std::exp(scores[j] - scores[i]);
                expected.value += cost;
                expected.gradients[i] -= cost;
                expected.gradients[j] += cost;
                expected.hessians[i] += cost;
                expected.hessians[j] += cost;
            }
        }
        EXPECT_NEAR(got.value, expected.value, 1e-12 * (1.0 + expected.value));
        for (std::size_t i = 0; i < scores.size(); ++i) {
            EXPECT_NEAR(got.gradients[i], expected.gradients[i], 1e-12 * (1.0 + expected.value));
            EXPECT_NEAR(got.hessians[i], expected.hessians[i], 1e-12 * (1.0 + expected.value));
        }
    }
}

TEST(PairExponential, IsFiniteForScoresOfAnySize) {
    const Dataset data = testing::graded_data({{0, 1, 2}});
    const Evaluated wrong = evaluate(data, {1e6, 0.0, -1e6});
    EXPECT_TRUE(std::isfinite(static_cast<float>(wrong.value)));
    EXPECT_GT(wrong.gradients[0], 1e30);
    EXPECT_LT(wrong.gradients[2], -1e30);
    const Evaluated right = evaluate(data, {-1e6, 0.0, 1e6});
    EXPECT_EQ(right.value, 0.0);
}

TEST(PairExponents, AreExactFarFromZero) {
    const std::vector<double> scores = {5000.0, 5001.0, -3000.0};
    const std::vector<std::size_t> ends = {1, 2, 3};
    std::vector<double> above(3);
    std::vector<double> below(3);
    pair_exponents(scores, ends, {above, below});
    EXPECT_EQ(above[0], -std::numeric_limits<double>::infinity());
    EXPECT_NEAR(above[1], -1.0, 1e-12);
    EXPECT_NEAR(above[2], 8001.0 + std::log1p(std::exp(-1.0)), 1e-9);
    EXPECT_NEAR(below[0], 8000.0, 1e-9);
    EXPECT_NEAR(below[1], 8001.0, 1e-9);
    EXPECT_EQ(below[2], -std::numeric_limits<double>::infinity());
}

TEST(PairExponential, SaysWhatItIs) {
    EXPECT_EQ(PairExponential().text(), "pair_exponential");
    EXPECT_EQ(PairExponential("click").text(), "pair_exponential(labels=click)");
}

}  // namespace
}  // namespace gradus
