#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/measures/measure.hpp"
#include "gradus/testing/graded_lists.hpp"

namespace gradus {
namespace {

using testing::graded_list;
using testing::random_list;

double value(const std::string& measure, const std::vector<double>& grades) {
    return make_measure(measure)->score(graded_list(grades).ranked());
}

// By hand for the grades (2,0,1,2): the ideal list (2,2,1,0) has cumulated gains 2, 4, 5, 5.
TEST(Q, IsTheMeanOfItsBlendedRatios) {
    const double first = (1.0 + 2.0) / (1.0 + 2.0);
    const double third = (2.0 + 3.0) / (3.0 + 5.0);
    const double fourth = (3.0 + 5.0) / (4.0 + 5.0);
    EXPECT_DOUBLE_EQ(value("Q", {2, 0, 1, 2}), (first + third + fourth) / 3);
    EXPECT_DOUBLE_EQ(value("Q@2", {2, 0, 1, 2}), first / 2);
    EXPECT_DOUBLE_EQ(value("Q(rel=2)", {2, 0, 1, 2}), (first + (2.0 + 5.0) / (4.0 + 5.0)) / 2);
    EXPECT_DOUBLE_EQ(value("Q(beta=0.5)", {0, 2}), (1.0 + 1.0) / (2.0 + 1.0));
}

TEST(Q, IsAveragePrecisionWithoutGain) {
    Random random(1, "lists");
    for (int trial = 0; trial < 50; ++trial) {
        const auto list = random_list(random, 1 + random.below(20), random.below(3));
        const double ap = make_measure("AP")->score(list.ranked());
        const double q = make_measure("Q(beta=0)")->score(list.ranked());
        if (std::isnan(ap)) {
            EXPECT_TRUE(std::isnan(q));
        } else {
            EXPECT_NEAR(q, ap, 1e-15);
        }
    }
}

// A property of its definition: the blended ratio of a low grade high up is small, as the ideal
// list has its high grades there. Grade 1 moves from rank 4 to rank 1 over a grade of 0.
TEST(Q, CanFallWhenABetterDocumentMovesUp) {
    const double before = value("Q", {0, 0, 4, 1});
    const double after = value("Q", {1, 0, 4, 0});
    EXPECT_DOUBLE_EQ(before, ((1.0 + 4.0) / (3.0 + 5.0) + (2.0 + 5.0) / (4.0 + 5.0)) / 2);
    EXPECT_DOUBLE_EQ(after, ((1.0 + 1.0) / (1.0 + 4.0) + (2.0 + 5.0) / (3.0 + 5.0)) / 2);
    EXPECT_LT(after, before);
}

TEST(Q, IsOneInTheIdealOrderAndUndefinedWithoutRelevantDocuments) {
    EXPECT_DOUBLE_EQ(value("Q", {4, 3, 1, 0}), 1.0);
    EXPECT_DOUBLE_EQ(value("Q@2", {4, 3, 1, 0}), 1.0);
    EXPECT_TRUE(std::isnan(value("Q", {0, 0})));
    EXPECT_TRUE(std::isnan(value("Q", {})));
}

}  // namespace
}  // namespace gradus
