// The measures of the cascade model: ERR, kERR and RR.

#include "gradus/measures/cascade/cascade.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/testing/graded_lists.hpp"
#include "gradus/testing/soft_example.hpp"

namespace gradus {
namespace {

using testing::graded_list;
using testing::GradedList;
using testing::random_list;
using testing::soft_of_five_documents;

double value(const std::string& measure, const std::vector<double>& grades, double highest = 0.0) {
    return make_measure(measure)->score(graded_list(grades, highest).ranked());
}

const std::vector<double> worked = {2, 0, 1, 2, 0, 1};

TEST(Err, GivesTheWorkedExample) {
    EXPECT_NEAR(value("ERR", worked, 2.0), 0.807942708, 1e-9);
    EXPECT_NEAR(value("ERR(max=2)", worked, 4.0), 0.807942708, 1e-9);
    EXPECT_NEAR(value("ERR(per_query=yes)", worked, 4.0), 0.807942708, 1e-9);
    EXPECT_NEAR(value("ERR", worked), 0.807942708, 1e-9) << "the highest grade is unknown";
    EXPECT_DOUBLE_EQ(value("ERR@2", worked, 2.0), 0.75);
    EXPECT_DOUBLE_EQ(value("ERR", {2}, 4.0), 3.0 / 16) << "one document: its own chance";
}

TEST(Err, IsZeroWithoutRelevantDocuments) {
    EXPECT_EQ(value("ERR", {0, 0}), 0.0);
    EXPECT_EQ(value("ERR", {}), 0.0);
}

// P(the reader stops at all)/n.
TEST(Err, WeighsByCountWhereAsked) {
    EXPECT_NEAR(value("ERR(weight=count)", {0, 0, 1, 2, 0, 3, 2}, 4.0),
                (1.0 - 15.0 / 16 * 13 / 16 * 9 / 16 * 13 / 16) / 7,
                1e-15);
}

TEST(Err, ObjectsToAGradeAboveTheHighest) {
    EXPECT_EQ(make_measure("ERR(max=4)")->objection(5.0), "grade 5 is above max=4");
    EXPECT_EQ(make_measure("ERR(max=4)")->objection(4.0), "");
    EXPECT_EQ(make_measure("ERR")->objection(5.0), "");
    EXPECT_EQ(make_measure("kERR")->objection(11.0), "position grade 11 is above k=10");
    EXPECT_EQ(make_measure("kERR")->objection(10.0), "");
}

TEST(Err, TakesOneHighestGradeOnly) {
    try {
        make_measure("ERR(max=4, per_query=yes)");
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "measure 'ERR(max=4, per_query=yes)': max and per_query exclude each other; "
                     "give one of them");
    }
}

TEST(Err, ChangesUnderASwapAsInTheWorkedExample) {
    const GradedList list = graded_list(worked, 2.0);
    Scratch scratch;
    const SwapRows<double>& err = make_measure("ERR")->swap(list.ranked(), scratch);
    const SwapRows<double>& rr = make_measure("RR")->swap(list.ranked(), scratch);
    std::vector<double> changes(6);
    err.fill(1, changes);
    EXPECT_NEAR(changes[3], 0.04296875, 1e-12);
    err.fill(0, changes);
    EXPECT_NEAR(changes[4], -0.55390625, 1e-12);
    EXPECT_EQ(rr.reach(), 1U) << "below the first relevant document nothing matters";
    rr.fill(0, changes);
    EXPECT_NEAR(changes[4], -2.0 / 3, 1e-12);
}

// Chances of 15/16 at every rank: products of them fall below the smallest double after 255 ranks.
TEST(Err, ChangesUnderASwapDeepInALongListOfHighGrades) {
    GradedList list = graded_list(std::vector<double>(1000, 4.0));
    list.grades[1] = 0.0;
    const auto measure = make_measure("ERR");
    Scratch scratch;
    const SwapRows<double>& rows = measure->swap(list.ranked(), scratch);
    const SwapRows<double>& slow = rescoring_rows<double>(*measure, list.ranked(), scratch);
    EXPECT_LT(rows.reach(), 20U);
    std::vector<double> fast(1000);
    std::vector<double> again(1000);
    for (const std::size_t a : {0U, 1U, 2U, 5U}) {
        rows.fill(a, fast);
        slow.fill(a, again);
        for (std::size_t b = a + 1; b < 1000; ++b) ASSERT_NEAR(fast[b], again[b], 1e-14);
    }
}

TEST(Err, HasTheSmoothFormOfTheWorkedExample) {
    EXPECT_NEAR(soft_of_five_documents(
                    "ERR", {-0.11935678, 0.24252627, -0.02386744, -0.06785362, -0.03144843}),
                0.4253906779,
                1e-9);
    EXPECT_NEAR(soft_of_five_documents(
                    "RR", {-0.18068590, 0.24258242, 0.14885821, -0.09670760, -0.11404713}),
                0.5295577221,
                1e-9);
}

// True order (3,0,4,…), k = 3, documents ranked 0,3,1,4,2,5.
TEST(Kerr, GivesTheWorkedExample) {
    EXPECT_NEAR(value("kERR(k=3)", {2, 3, 0, 1, 0, 0}, 10.0), 0.6508789, 1e-7);
    EXPECT_NEAR(value("kERR(k=0)", {2, 3, 0, 1, 0, 0}, 3.0), 0.6508789, 1e-7);
    EXPECT_NEAR(value("kERR", {10, 0}), 1023.0 / 1024, 1e-12) << "k = 10 unless said";
}

TEST(Rr, IsTheInverseOfTheFirstRelevantRank) {
    EXPECT_EQ(value("RR", worked), 1.0);
    EXPECT_EQ(value("RR", {0, 0, 1, 2}), 1.0 / 3);
    EXPECT_EQ(value("RR(rel=2)", {0, 0, 1, 2}), 1.0 / 4);
    EXPECT_EQ(value("RR@2", {0, 0, 1, 2}), 0.0);
    EXPECT_EQ(value("RR", {0, 0}), 0.0);
}

TEST(Rr, HasTheMostViolatedRankingOfTheWorkedExample) {
    GradedList list = graded_list({1, 0, 0, 1, 0, 1, 0}, 1.0);
    list.scores = {0.3, 0.9, 0.2, 0.1, -0.3, 0.4, 0.05};
    Scratch scratch;
    const auto measure = make_measure("RR");
    std::vector<double> score_gradients(7);
    EXPECT_NEAR(measure->violate()->hinge(list.scored(), score_gradients, scratch), 0.95, 1e-12);
    std::vector<std::uint32_t> order(7);
    ASSERT_TRUE(measure->violate()->violate(list.scored(), order, scratch));
    EXPECT_EQ(order, (std::vector<std::uint32_t>{1, 2, 5, 0, 3, 6, 4}));
}

TEST(Rr, AsksNothingOfOneClass) {
    GradedList list = graded_list({1, 1}, 1.0);
    list.scores = {0.0, 1.0};
    Scratch scratch;
    std::vector<std::uint32_t> order(2);
    EXPECT_FALSE(make_measure("RR")->violate()->violate(list.scored(), order, scratch));
}

}  // namespace
}  // namespace gradus
