#include "gradus/objectives/diagnostics/diagnostics.hpp"

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/testing/graded_lists.hpp"

namespace gradus {
namespace {

using testing::graded_list;
using testing::GradedList;

using Order = std::vector<std::uint32_t>;

TEST(GradientAgreement, CountsEqualSignsAndNoSecondGradient) {
    const std::vector<double> first = {1, -1, 2, 0, 0, -3};
    const std::vector<double> second = {2, 1, 0, 0, 1, -1};
    EXPECT_DOUBLE_EQ(gradient_agreement(first, second), 4.0 / 6.0);
    EXPECT_EQ(gradient_agreement({}, {}), 1.0);
}

// One document of grade 3 with one partner of each lower grade, all scores equal: forces are as
// |Δ| of DCG.
TEST(PartnerGrades, ShareTheForceAmongTheGrades) {
    const GradedList list = graded_list({3, 0, 1});
    const std::vector<double> scores = {0, 0, 0};
    const auto measure = make_measure("P(rel=3)@2");  // the top two ranks are worth 1/2 each
    PartnerGrades partners(4, 3.0);
    Scratch scratch;
    partners.add(*measure, {.list = list.ranked(), .scores = scores}, {}, scratch);
    EXPECT_EQ(partners.documents(), 1U);
    EXPECT_EQ(partners.shares(), (std::vector<double>{0, 1, 0, 0, 0}));  // only rank 3 matters
    const auto all = make_measure("AUC(rel=3)");  // rank 2 and 3 cost 1/2 and 1
    partners = PartnerGrades(4, 3.0);
    partners.add(*all, {.list = list.ranked(), .scores = scores}, {}, scratch);
    EXPECT_NEAR(partners.shares()[0], 1.0 / 3.0, 1e-12);
    EXPECT_NEAR(partners.shares()[1], 2.0 / 3.0, 1e-12);
}

TEST(PartnerGrades, AddToOneAndLeaveOutDocumentsWithoutPairs) {
    Random random(1, "lists");
    const auto measure = make_measure("NDCG");
    PartnerGrades partners(4, 3.0);
    Scratch scratch;
    for (int trial = 0; trial < 20; ++trial) {
        const GradedList list = testing::random_list(random, 1 + random.below(20));
        partners.add(*measure, {.list = list.ranked(), .scores = list.scores}, {}, scratch);
    }
    const auto shares = partners.shares();
    EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1.0, 1e-12);
    PartnerGrades none(4, 3.0);
    const GradedList equal = graded_list({4, 4});
    const std::vector<double> scores = {1, 0};
    none.add(*measure, {.list = equal.ranked(), .scores = scores}, {}, scratch);
    EXPECT_EQ(none.documents(), 0U);
    EXPECT_EQ(none.shares(), std::vector<double>(5, 0.0));
}

TEST(TopGradeShares, CountTheFirstRanks) {
    const std::vector<double> grades = {2, 0, 2, 4, 4};
    EXPECT_EQ(top_grade_shares(grades, 2, 5), (std::vector<double>{0.5, 0, 0.5, 0, 0}));
    EXPECT_EQ(top_grade_shares(std::span(grades).first(1), 3, 5),
              (std::vector<double>{0, 0, 1, 0, 0}));
    EXPECT_EQ(top_grade_shares({}, 3, 2), (std::vector<double>{0, 0}));
}

TEST(RankChanges, AreSharesOfDocumentsAndOfTopRanks) {
    const Order before = {0, 1, 2, 3, 4};
    const RankChanges changes = rank_changes(before, Order{0, 2, 1, 3, 4}, 2);
    EXPECT_DOUBLE_EQ(changes.all, 0.4);
    EXPECT_DOUBLE_EQ(changes.top, 0.5);
    EXPECT_EQ(rank_changes(before, before, 3).all, 0.0);
    EXPECT_EQ(rank_changes({}, {}, 3).top, 0.0);
}

}  // namespace
}  // namespace gradus
