#include "gradus/objectives/rank_order.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/testing/scored_data.hpp"

namespace gradus {
namespace {

using testing::graded_data;
using Order = std::vector<std::uint32_t>;

Order updated(RankOrder& ranks, std::size_t query, const std::vector<float>& scores) {
    Scratch scratch;
    const auto order = ranks.update(query, scores, scratch);
    return {order.begin(), order.end()};
}

TEST(RankOrder, IsThatOfFallingScores) {
    const Dataset data = graded_data({{0, 0}, {0, 0, 0, 0, 0}});
    RankOrder ranks(data, 1);
    const float infinity = std::numeric_limits<float>::infinity();
    EXPECT_EQ(updated(ranks, 1, {-1.5F, 3.0F, -infinity, infinity, 1e-30F}),
              (Order{3, 1, 4, 0, 2}));
    EXPECT_EQ(updated(ranks, 0, {-2.0F, -1.0F}), (Order{1, 0}));
    EXPECT_TRUE(std::ranges::equal(ranks.order(1), Order{3, 1, 4, 0, 2}));
}

// Whatever stood there before: nearly the same order (insertion), its reverse (std::sort), or none.
TEST(RankOrder, DependsOnTheScoresAloneAndNotOnEarlierOrders) {
    Random random(3, "scores");
    for (const std::size_t n : {1U, 2U, 7U, 64U, 500U}) {
        const Dataset data = graded_data({std::vector<float>(n)});
        RankOrder kept(data, 5);
        std::vector<float> scores(n);
        for (int trial = 0; trial < 30; ++trial) {
            if (trial % 10 == 0) {
                for (float& score : scores) score = static_cast<float>(random.below(20));
            } else if (trial % 10 == 5) {
                for (float& score : scores) score = -score;
            } else {
                scores[random.below(n)] += 1.0F;
            }
            RankOrder fresh(data, 5);
            const Order order = updated(kept, 0, scores);
            ASSERT_EQ(order, updated(fresh, 0, scores));
            Order sorted = order;
            std::ranges::sort(sorted);
            for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(sorted[i], i);
            ASSERT_TRUE(std::ranges::is_sorted(
                order, [&](auto a, auto b) { return scores[a] > scores[b]; }));
        }
    }
}

TEST(RankOrder, BreaksTiesBySeedAndQueryIdAlone) {
    const std::vector<float> one(50);
    const std::vector<float> ties(50, 1.0F);
    const Dataset data = graded_data({one, one, one});
    RankOrder ranks(data, 1);
    RankOrder other_seed(data, 2);
    const std::vector<std::size_t> backwards = {2, 1, 0};
    const Dataset reversed = select_queries(data, backwards);
    RankOrder reversed_ranks(reversed, 1);
    const Order first = updated(ranks, 0, ties);
    EXPECT_NE(first, updated(ranks, 1, ties));
    EXPECT_NE(first, updated(other_seed, 0, ties));
    EXPECT_EQ(first, updated(reversed_ranks, 2, ties));
    Order in_file_order(50);
    std::iota(in_file_order.begin(), in_file_order.end(), 0U);
    EXPECT_NE(first, in_file_order);
    EXPECT_EQ(first, updated(ranks, 0, std::vector<float>(50, -7.0F)));
}

TEST(RankOrder, TakesMinusZeroForZero) {
    const Dataset data = graded_data({std::vector<float>(40)});
    RankOrder ranks(data, 9);
    std::vector<float> scores(40, 0.0F);
    const Order order = updated(ranks, 0, scores);
    for (std::size_t i = 0; i < 40; i += 3) scores[i] = -0.0F;
    EXPECT_EQ(order, updated(ranks, 0, scores));
}

// Each of 5 documents comes first in a fifth of the queries: 2000 ± 4 standard deviations of 40.
TEST(RankOrder, BreaksTiesEvenly) {
    const Dataset data =
        graded_data(std::vector<std::vector<float>>(10'000, std::vector<float>(5)));
    RankOrder ranks(data, 4);
    std::vector<int> first(5);
    for (std::size_t query = 0; query < data.queries(); ++query) {
        ++first[updated(ranks, query, std::vector<float>(5))[0]];
    }
    for (const int count : first) EXPECT_NEAR(count, 2000, 160);
}

}  // namespace
}  // namespace gradus
