#include "gradus/base/random.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace gradus {
namespace {

// Known answers of Philox 4x32-10, from the Random123 distribution (Salmon et al. 2011).
TEST(Random, PhiloxGivesThePublishedBlocks) {
    using Block = std::array<std::uint32_t, 4>;
    EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}),
              (Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    EXPECT_EQ(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
              (Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
              (Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, SameKeySameNumbers) {
    Random a(7, "shuffle", 3);
    Random b(7, "shuffle", 3);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(a.bits64(), b.bits64());
}

TEST(Random, SeedPurposeStreamAndStepEachChangeTheNumbers) {
    const auto first = [](Random random) { return random.bits64(); };
    const std::uint64_t base = first(Random(7, "shuffle", 3, 1));
    EXPECT_NE(base, first(Random(8, "shuffle", 3, 1)));
    EXPECT_NE(base, first(Random(7, "bagging", 3, 1)));
    EXPECT_NE(base, first(Random(7, "shuffle", 4, 1)));
    EXPECT_NE(base, first(Random(7, "shuffle", 3, 2)));
}

struct Moments {
    double mean;
    double variance;
};

template <class Draw>
Moments moments(Draw draw) {
    constexpr int n = 200'000;
    double sum = 0.0;
    double squares = 0.0;
    for (int i = 0; i < n; ++i) {
        const double x = static_cast<double>(draw());
        sum += x;
        squares += x * x;
    }
    const double mean = sum / n;
    return {mean, squares / n - mean * mean};
}

// Tolerances are five standard errors of the mean and of the variance over 200,000 draws.
TEST(Random, DistributionsHaveTheirMoments) {
    Random random(1, "moments");
    const Moments uniform = moments([&] { return random.uniform(); });
    EXPECT_NEAR(uniform.mean, 0.5, 0.0033);
    EXPECT_NEAR(uniform.variance, 1.0 / 12, 0.001);
    const Moments normal = moments([&] { return random.normal(); });
    EXPECT_NEAR(normal.mean, 0.0, 0.0112);
    EXPECT_NEAR(normal.variance, 1.0, 0.016);
    const Moments exponential = moments([&] { return random.exponential(); });
    EXPECT_NEAR(exponential.mean, 1.0, 0.0112);
    EXPECT_NEAR(exponential.variance, 1.0, 0.032);
    for (const double shape : {0.5, 3.0}) {
        const Moments gamma = moments([&] { return random.gamma(shape); });
        EXPECT_NEAR(gamma.mean, shape, 5 * std::sqrt(shape / 200'000));
        EXPECT_NEAR(gamma.variance, shape, 0.05 * shape);
    }
    for (const double mean : {0.3, 5.0, 100.0}) {
        const Moments poisson = moments([&] { return random.poisson(mean); });
        EXPECT_NEAR(poisson.mean, mean, 5 * std::sqrt(mean / 200'000));
        EXPECT_NEAR(poisson.variance, mean, 0.03 * mean);
    }
}

TEST(Random, BelowIsUniform) {
    Random random(2, "below");
    std::vector<int> counts(6);
    for (int i = 0; i < 60'000; ++i) ++counts[random.below(6)];
    for (const int count : counts) EXPECT_NEAR(count, 10'000, 460);  // five standard deviations
}

TEST(Random, ShuffleMakesEveryOrder) {
    Random random(3, "shuffle");
    std::vector<std::vector<int>> seen;
    for (int i = 0; i < 500; ++i) {
        std::vector<int> order = {0, 1, 2, 3};
        random.shuffle(std::span<int>(order));
        seen.push_back(order);
    }
    std::ranges::sort(seen);
    seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
    EXPECT_EQ(seen.size(), 24U);
}

}  // namespace
}  // namespace gradus
