#include "gradus/rank/ranking.hpp"

#include <gtest/gtest.h>

namespace gradus {
namespace {

TEST(RankByScore, FallsAndKeepsTheOrderOfTies) {
    const std::vector<float> scores = {1.0F, 3.0F, 1.0F, -2.0F, 3.0F};
    std::vector<std::uint32_t> order = {9, 9};
    rank_by_score(scores, order);
    EXPECT_EQ(order, (std::vector<std::uint32_t>{1, 4, 0, 2, 3}));
}

TEST(RankByScore, TakesAnEmptyList) {
    std::vector<std::uint32_t> order = {9};
    rank_by_score({}, order);
    EXPECT_TRUE(order.empty());
}

TEST(HighestGrade, IsTheDataSetsOrWhereUnknownTheQuerys) {
    const std::vector<double> ideal = {2.0, 1.0};
    EXPECT_EQ(highest_grade(4.0, ideal), 4.0);
    EXPECT_EQ(highest_grade(0.0, ideal), 2.0);
    EXPECT_EQ(highest_grade(0.0, {}), 0.0);
}

}  // namespace
}  // namespace gradus
