#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/measures/measure.hpp"
#include "gradus/testing/graded_lists.hpp"

namespace gradus {
namespace {

double tau(const std::string& measure, const std::vector<double>& grades) {
    return make_measure(measure)->score(testing::graded_list(grades).ranked());
}

// Of 15 pairs seven stand rightly, five wrongly, and three are of equal grade.
TEST(Tau, GivesTheHandComputedValues) {
    EXPECT_NEAR(tau("tau(kind=a)", {2, 0, 1, 2, 0, 1}), 2.0 / 15.0, 1e-15);
    EXPECT_NEAR(tau("tau", {2, 0, 1, 2, 0, 1}), 2.0 / std::sqrt(15.0 * 12.0), 1e-15);
    EXPECT_NEAR(tau("tau", {3, 2, 1, 0}), 1.0, 1e-15);
    EXPECT_NEAR(tau("tau", {0, 1, 2, 3}), -1.0, 1e-15);
}

TEST(Tau, IsUndefinedWhereNothingCanBeOrdered) {
    EXPECT_TRUE(std::isnan(tau("tau", {1, 1})));
    EXPECT_EQ(tau("tau(kind=a)", {1, 1}), 0.0);
    EXPECT_TRUE(std::isnan(tau("tau(kind=a)", {1})));
}

// Kind a of grades that all differ is twice the pair accuracy, less 1.
TEST(Tau, FollowsFromThePairAccuracyWithoutEqualGrades) {
    const std::vector<double> grades = {4, 1, 3, 0, 2};
    EXPECT_NEAR(tau("tau(kind=a)", grades), 2.0 * tau("pairs", grades) - 1.0, 1e-15);
    EXPECT_NEAR(tau("tau(kind=b)", grades), tau("tau(kind=a)", grades), 1e-15);
}

}  // namespace
}  // namespace gradus
