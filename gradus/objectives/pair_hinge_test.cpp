#include "gradus/objectives/pair_hinge.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/testing/scored_data.hpp"

namespace gradus {
namespace {

using testing::graded_data;

struct Sums {
    double value = 0.0;
    std::vector<double> gradients;
    std::vector<double> hessians;
};

/// Pair by pair.
Sums plain_sums(const std::vector<float>& grades,
                const std::vector<float>& weights,
                const std::vector<double>& scores,
                bool squared) {
    const std::size_t n = grades.size();
    Sums sums{0.0, std::vector<double>(n), std::vector<double>(n)};
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            const double lack = 1.0 - (scores[i] - scores[j]);
            if (grades[i] <= grades[j] || lack <= 0.0) continue;
            const double weight =
                weights.empty() ? 1.0 : static_cast<double>(0.5F * (weights[i] + weights[j]));
            sums.value += weight * (squared ? lack * lack : lack);
            sums.gradients[i] -= weight * (squared ? 2.0 * lack : 1.0);
            sums.gradients[j] += weight * (squared ? 2.0 * lack : 1.0);
            sums.hessians[i] += weight * (squared ? 2.0 : 0.0);
            sums.hessians[j] += weight * (squared ? 2.0 : 0.0);
        }
    }
    return sums;
}

// Scores in halves, so that many pairs tie or stand at the margin exactly; grades of any number of
// levels, scores far from 0, and weights in quarters, whose sums are exact.
TEST(PairHinge, IsTheSumOverPairs) {
    Random random(41, "lists");
    Scratch scratch;
    for (int trial = 0; trial < 400; ++trial) {
        const std::size_t n = 2 + random.below(40);
        const std::size_t levels = 2 + random.below(6);
        const double far = trial % 4 == 0 ? 1e6 : 0.0;
        std::vector<float> grades;
        std::vector<float> weights;
        std::vector<double> scores;
        for (std::size_t i = 0; i < n; ++i) {
            if (trial % 3 == 0) weights.push_back(static_cast<float>(random.below(9)) * 0.25F);
            grades.push_back(static_cast<float>(random.below(levels)) * 0.75F);
            scores.push_back(far + (trial % 2 == 0 ? 0.5 * static_cast<double>(random.below(7))
                                                   : 2.0 * random.normal()));
        }
        Dataset data = graded_data({grades});
        data.weights = weights;
        for (const bool squared : {false, true}) {
            const auto bound = PairHinge("grade", {.squared = squared}).bind(data, 1);
            const Sums expected = plain_sums(grades, weights, scores, squared);
            std::vector<double> gradients(n);
            std::vector<double> hessians(n);
            scratch.clear();
            const double value = bound->evaluate({0, scores, {}}, scratch, gradients, hessians);
            const double tolerance = 1e-9 * (1.0 + expected.value);
            ASSERT_NEAR(value, expected.value, tolerance) << trial;
            for (std::size_t i = 0; i < n; ++i) {
                ASSERT_NEAR(gradients[i], expected.gradients[i], tolerance) << trial;
                ASSERT_EQ(hessians[i], expected.hessians[i]) << trial;
            }
        }
    }
}

}  // namespace
}  // namespace gradus
