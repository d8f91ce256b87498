#include "gradus/rank/ranking.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace gradus {
namespace {

TEST(RankByScore, FallsAndKeepsTheOrderOfTies) {
    const std::vector<float> scores = {1.0F, 3.0F, 1.0F, -2.0F, 3.0F};
    std::vector<std::uint32_t> order = {9, 9};
    rank_by_score(scores, order);
    EXPECT_EQ(order, (std::vector<std::uint32_t>{1, 4, 0, 2, 3}));
}

TEST(RankByScore, IsAStableSortOfFloats) {
    // Both zeros, subnormal numbers, the largest and infinity, many of them several times.
    const std::vector<float> values = {0.0F,
                                       -0.0F,
                                       std::numeric_limits<float>::denorm_min(),
                                       -std::numeric_limits<float>::denorm_min(),
                                       std::numeric_limits<float>::max(),
                                       std::numeric_limits<float>::lowest(),
                                       std::numeric_limits<float>::infinity(),
                                       -std::numeric_limits<float>::infinity(),
                                       1.5F,
                                       -1.5F,
                                       1.0e-30F};
    std::uint32_t state = 1;
    for (std::size_t size = 1; size < 200; size += 7) {
        std::vector<float> scores(size);
        for (float& score : scores) {
            state = state * 1664525U + 1013904223U;
            score = values[(state >> 16U) % values.size()];
        }
        std::vector<std::uint32_t> expected(size);
        const std::vector<double> exact(scores.begin(), scores.end());
        rank_by_score(exact, std::span<std::uint32_t>(expected));
        std::vector<std::uint32_t> order;
        rank_by_score(scores, order);
        EXPECT_EQ(order, expected) << size;
    }
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
