#include "gradus/base/normal_tail.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace gradus {
namespace {

double tail(double x) {
    return upper_tail(x, bell(x));
}

TEST(NormalTail, StaysWithinItsErrorBound) {
    for (int i = 0; i < 26'000; ++i) {
        const double x = i * 1.0e-3;
        const double exact = 0.5 * std::erfc(x);
        ASSERT_NEAR(tail(x), exact, 1e-15 * std::max(1.0, x * x) * exact) << x;
        ASSERT_NEAR(bell(x), std::exp(-x * x), 1e-15 * std::exp(-x * x)) << x;
        ASSERT_EQ(bell(-x), bell(x));
    }
    EXPECT_NEAR(tail(0.0), 0.5, 1e-16);
    EXPECT_EQ(bell(0.0), 1.0);
}

TEST(NormalTail, EndsInNothing) {
    for (const double x : {26.0, 27.0, 1e10, 1e200, std::numeric_limits<double>::infinity()}) {
        EXPECT_EQ(tail(x), 0.0) << x;
        EXPECT_EQ(bell(x), 0.0) << x;
        EXPECT_EQ(bell(-x), 0.0) << x;
    }
}

TEST(NormalTail, PassesOnWhatIsNoNumber) {
    EXPECT_TRUE(std::isnan(tail(std::nan(""))));
    EXPECT_TRUE(std::isnan(bell(std::nan(""))));
}

}  // namespace
}  // namespace gradus
