#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/measures/measure.hpp"
#include "gradus/testing/graded_lists.hpp"

namespace gradus {
namespace {

using testing::graded_list;

double best_accuracy(const std::vector<double>& grades) {
    return make_measure("best_accuracy")->score(graded_list(grades).ranked());
}

TEST(BestAccuracy, IsThatOfTheBestOfAllCuts) {
    Random random(1, "cuts");
    for (int trial = 0; trial < 100; ++trial) {
        const std::vector<double> grades =
            testing::random_list(random, 1 + random.below(12)).grades;
        double best = 0.0;
        for (std::size_t cut = 0; cut <= grades.size(); ++cut) {
            double right = 0.0;
            for (std::size_t i = 0; i < grades.size(); ++i) {
                right += (i < cut) == (grades[i] >= 1.0) ? 1.0 : 0.0;
            }
            best = std::max(best, right / static_cast<double>(grades.size()));
        }
        EXPECT_DOUBLE_EQ(best_accuracy(grades), best) << "trial " << trial;
    }
}

// Tables 3 and 4 of Yue et al. 2007.
TEST(BestAccuracy, GivesThePublishedToyValues) {
    EXPECT_NEAR(best_accuracy({0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 1}), 0.73, 0.005);
    EXPECT_NEAR(best_accuracy({1, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0}), 0.64, 0.005);
}

TEST(BestAccuracy, GivesTheWorkedExampleAndTheEdges) {
    EXPECT_DOUBLE_EQ(best_accuracy({2, 0, 1, 2, 0, 1}), 4.0 / 6.0);
    EXPECT_DOUBLE_EQ(best_accuracy({0}), 1.0);
    EXPECT_DOUBLE_EQ(best_accuracy({1, 1}), 1.0);
    EXPECT_TRUE(std::isnan(best_accuracy({})));
}

}  // namespace
}  // namespace gradus
