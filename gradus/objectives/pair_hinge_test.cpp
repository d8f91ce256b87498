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
    std::vector<double> slopes;
    std::vector<double> curvatures;
};

/// Pair by pair.
Sums plain_sums(const std::vector<float>& grades, const std::vector<double>& scores, bool squared) {
    const std::size_t n = grades.size();
    Sums sums{0.0, std::vector<double>(n), std::vector<double>(n)};
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            const double lack = 1.0 - (scores[i] - scores[j]);
            if (grades[i] <= grades[j] || lack <= 0.0) continue;
            sums.value += squared ? lack * lack : lack;
            sums.slopes[i] -= squared ? 2.0 * lack : 1.0;
            sums.slopes[j] += squared ? 2.0 * lack : 1.0;
            sums.curvatures[i] += squared ? 2.0 : 0.0;
            sums.curvatures[j] += squared ? 2.0 : 0.0;
        }
    }
    return sums;
}

// Scores in halves, so that many pairs tie or stand at the margin exactly; grades of any number of
// levels, and scores far from 0.
TEST(PairHinge, IsTheSumOverPairs) {
    Random random(41, "lists");
    Scratch scratch;
    for (int trial = 0; trial < 400; ++trial) {
        const std::size_t n = 2 + random.below(40);
        const std::size_t levels = 2 + random.below(6);
        const double far = trial % 4 == 0 ? 1e6 : 0.0;
        std::vector<float> grades;
        std::vector<double> scores;
        for (std::size_t i = 0; i < n; ++i) {
            grades.push_back(static_cast<float>(random.below(levels)) * 0.75F);
            scores.push_back(far + (trial % 2 == 0 ? 0.5 * static_cast<double>(random.below(7))
                                                   : 2.0 * random.normal()));
        }
        const Dataset data = graded_data({grades});
        for (const bool squared : {false, true}) {
            const auto bound = PairHinge("grade", {.squared = squared}).bind(data, 1);
            const Sums expected = plain_sums(grades, scores, squared);
            std::vector<double> slopes(n);
            std::vector<double> curvatures(n);
            scratch.clear();
            const double value = bound->evaluate({0, scores, {}}, scratch, slopes, curvatures);
            const double tolerance = 1e-9 * (1.0 + expected.value);
            ASSERT_NEAR(value, expected.value, tolerance) << trial;
            for (std::size_t i = 0; i < n; ++i) {
                ASSERT_NEAR(slopes[i], expected.slopes[i], tolerance) << trial;
                ASSERT_EQ(curvatures[i], expected.curvatures[i]) << trial;
            }
        }
    }
}

}  // namespace
}  // namespace gradus
