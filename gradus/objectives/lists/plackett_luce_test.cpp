#include "gradus/objectives/lists/plackett_luce.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"

namespace gradus::plackett_luce {
namespace {

struct Result {
    explicit Result(std::size_t n) : gradients(n, 7.0), hessians(n, 7.0) {}
    Derivatives derivatives() { return {gradients, hessians}; }

    std::vector<double> gradients;
    std::vector<double> hessians;
};

std::vector<double> drawn(Random& random, std::size_t n, double spread) {
    std::vector<double> values(n);
    for (double& value : values) value = spread * random.normal();
    return values;
}

/// The chance that the first `draws` of an order are drawn so.
double chance_of(std::span<const std::uint32_t> order,
                 std::span<const double> scores,
                 std::size_t draws) {
    double chance = 1.0;
    for (std::size_t j = 0; j < std::min(draws, order.size()); ++j) {
        double rest = 0.0;
        for (std::size_t l = j; l < order.size(); ++l) rest += std::exp(scores[order[l]]);
        chance *= std::exp(scores[order[j]]) / rest;
    }
    return chance;
}

/// −Σ over all beginnings of orders of chance by target · log chance by scores.
double cross_entropy(std::span<const double> target,
                     std::span<const double> scores,
                     std::size_t draws) {
    std::vector<std::uint32_t> order(scores.size());
    std::iota(order.begin(), order.end(), 0U);
    double sum = 0.0;
    do {
        // Each beginning comes with every order of the rest; the first of them stands for all.
        if (std::ranges::is_sorted(std::span(order).subspan(std::min(draws, order.size()))))
            sum -= chance_of(order, target, draws) * std::log(chance_of(order, scores, draws));
    } while (std::ranges::next_permutation(order).found);
    return sum;
}

TEST(PlackettLuce, FirstDrawsAreTheSumOverAllOrders) {
    Random random(1, "plackett luce");
    Scratch scratch;
    for (std::size_t n = 1; n <= 6; ++n) {
        for (std::size_t draws = 1; draws <= n + 1; ++draws) {
            const std::vector<double> target = drawn(random, n, 1.5);
            std::vector<double> scores = drawn(random, n, 1.5);
            Result result(n);
            const double value = first_draws(target, scores, draws, scratch, result.derivatives());
            EXPECT_NEAR(value, cross_entropy(target, scores, draws), 1e-11) << n << ' ' << draws;
            if (draws == 1) {
                Result one(n);
                EXPECT_NEAR(first_draw(target, scores, one.derivatives()), value, 1e-12);
                for (std::size_t i = 0; i < n; ++i)
                    EXPECT_NEAR(one.gradients[i], result.gradients[i], 1e-12);
            }
            for (std::size_t i = 0; i < n; ++i) {
                const double step = 1e-5;
                const double here = scores[i];
                scores[i] = here + step;
                const double up = cross_entropy(target, scores, draws);
                scores[i] = here - step;
                const double down = cross_entropy(target, scores, draws);
                scores[i] = here;
                EXPECT_NEAR(result.gradients[i], (up - down) / (2 * step), 1e-8);
            }
        }
    }
}

TEST(PlackettLuce, AnOrderCostsMinusTheLogOfItsChance) {
    Random random(2, "plackett luce");
    Scratch scratch;
    for (int trial = 0; trial < 200; ++trial) {
        const std::size_t n = 1 + random.below(12);
        const std::size_t draws = 1 + random.below(n + 2);
        const std::vector<double> scores = drawn(random, n, 3.0);
        std::vector<std::uint32_t> order(n);
        std::iota(order.begin(), order.end(), 0U);
        random.shuffle(std::span(order));
        Result result(n);
        const double value = drawn_in_order(order, scores, draws, scratch, result.derivatives());
        EXPECT_NEAR(value, -std::log(chance_of(order, scores, draws)), 1e-10);
        // The order beyond the draws does not matter.
        if (draws < n) {
            std::ranges::reverse(std::span(order).subspan(draws));
            Result again(n);
            EXPECT_NEAR(
                drawn_in_order(order, scores, draws, scratch, again.derivatives()), value, 1e-10);
            for (std::size_t i = 0; i < n; ++i)
                EXPECT_NEAR(again.gradients[i], result.gradients[i], 1e-10);
        }
    }
}

TEST(PlackettLuce, StaysFiniteWhereScoresAreFarApart) {
    Scratch scratch;
    const std::vector<double> scores = {-2000.0, 0.0, 3000.0, 2999.0};
    const std::vector<double> target = {3000.0, 0.0, -2000.0, 1.0};
    const std::vector<std::uint32_t> order = {0, 1, 2, 3};
    const auto expect_finite = [&](double value, const Result& result) {
        EXPECT_TRUE(std::isfinite(value));
        for (std::size_t i = 0; i < scores.size(); ++i) {
            EXPECT_TRUE(std::isfinite(result.gradients[i]));
            EXPECT_GE(result.hessians[i], 0.0);
        }
    };
    Result first(4);
    expect_finite(first_draw(target, scores, first.derivatives()), first);
    Result all(4);
    expect_finite(first_draws(target, scores, 4, scratch, all.derivatives()), all);
    Result in_order(4);
    const double value = drawn_in_order(order, scores, 4, scratch, in_order.derivatives());
    expect_finite(value, in_order);
    EXPECT_NEAR(value, 5000.0 + 3000.0 + 3 * std::log1p(std::exp(-1.0)), 1e-9);
}

TEST(PlackettLuce, CountsSets) {
    EXPECT_EQ(count_sets(5, 1), 1U);
    EXPECT_EQ(count_sets(5, 3), 1U + 5U + 10U);
    EXPECT_EQ(count_sets(5, 9), 31U);
    EXPECT_EQ(count_sets(10'000, 60), std::uint64_t{1} << 62U);
}

}  // namespace
}  // namespace gradus::plackett_luce
