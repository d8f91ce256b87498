#include "gradus/rank/kendall.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"

namespace gradus {
namespace {

struct Taus {
    double a = 0.0;
    double b = 0.0;
};

int sign(double value) {
    return value > 0.0 ? 1 : value < 0.0 ? -1 : 0;
}

/// Every pair by itself.
Taus by_pairs(const std::vector<double>& x, const std::vector<double>& y) {
    double surplus = 0.0;
    double pairs = 0.0;
    double untied_x = 0.0;
    double untied_y = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        for (std::size_t j = i + 1; j < x.size(); ++j) {
            surplus += sign(x[i] - x[j]) * sign(y[i] - y[j]);
            pairs += 1.0;
            untied_x += x[i] == x[j] ? 0.0 : 1.0;
            untied_y += y[i] == y[j] ? 0.0 : 1.0;
        }
    }
    return {surplus / pairs, surplus / std::sqrt(untied_x * untied_y)};
}

// Worked by hand: of ten pairs eight agree, one does not and one is tied in y.
TEST(Kendall, GivesTheWorkedExample) {
    const std::vector<double> x = {1, 2, 3, 4, 5};
    const std::vector<double> y = {2, 1, 3, 3, 5};
    EXPECT_NEAR(kendall_tau_a(x, y), 0.7, 1e-15);
    EXPECT_NEAR(kendall_tau_b(x, y), 7.0 / std::sqrt(90.0), 1e-15);
}

TEST(Kendall, AgreesWithCountingEveryPair) {
    Random random(1, "kendall");
    for (int trial = 0; trial < 300; ++trial) {
        const std::size_t n = 2 + random.below(40);
        const std::uint64_t values = 2 + random.below(2 * n);
        std::vector<double> x(n);
        std::vector<double> y(n);
        for (double& value : x) value = static_cast<double>(random.below(values)) - 3.0;
        for (double& value : y) value = static_cast<double>(random.below(values)) / 7.0;
        const Taus expected = by_pairs(x, y);
        ASSERT_NEAR(kendall_tau_a(x, y), expected.a, 1e-14) << "trial " << trial;
        if (std::isnan(expected.b)) {
            ASSERT_TRUE(std::isnan(kendall_tau_b(x, y))) << "trial " << trial;
        } else {
            ASSERT_NEAR(kendall_tau_b(x, y), expected.b, 1e-14) << "trial " << trial;
        }
    }
}

TEST(Kendall, IsUndefinedWithoutAPairThatDiffers) {
    const std::vector<double> one = {1};
    const std::vector<double> equal = {2, 2, 2};
    const std::vector<double> rising = {1, 2, 3};
    EXPECT_TRUE(std::isnan(kendall_tau_a({}, {})));
    EXPECT_TRUE(std::isnan(kendall_tau_a(one, one)));
    EXPECT_TRUE(std::isnan(kendall_tau_b(equal, rising)));
    EXPECT_TRUE(std::isnan(kendall_tau_b(rising, equal)));
    EXPECT_EQ(kendall_tau_a(equal, rising), 0.0);
    const std::vector<double> unknown = {1, std::numeric_limits<double>::quiet_NaN(), 3};
    EXPECT_TRUE(std::isnan(kendall_tau_a(rising, unknown)));
    EXPECT_TRUE(std::isnan(kendall_tau_b(unknown, rising)));
}

}  // namespace
}  // namespace gradus
