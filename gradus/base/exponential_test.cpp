#include "gradus/base/exponential.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace gradus {
namespace {

TEST(Exponential, StaysWithinItsErrorBound) {
    double worst = 0.0;
    for (int i = -870'000; i <= 870'000; ++i) {
        const auto x = static_cast<float>(i * 1.0e-4);
        const double exact = std::exp(static_cast<double>(x));
        worst = std::max(worst, std::abs(static_cast<double>(exponential(x)) - exact) / exact);
    }
    EXPECT_LT(worst, 1.5e-7);
    EXPECT_EQ(exponential(0.0F), 1.0F);
    EXPECT_EQ(exponential(-0.0F), 1.0F);
}

TEST(Exponential, NeverFalls) {
    float before = 0.0F;
    for (int i = -40'000; i <= 40'000; ++i) {
        const float here = exponential(static_cast<float>(i * 1.0e-3));
        ASSERT_GE(here, before) << i;
        before = here;
    }
}

TEST(Exponential, OfDoublesStaysWithinItsErrorBound) {
    double worst = 0.0;
    for (int i = -708'000; i <= 708'000; ++i) {
        const double x = i * 1.0e-3;
        const double exact = std::exp(x);
        worst = std::max(worst, std::abs(exponential(x) - exact) / exact);
    }
    EXPECT_LT(worst, 4e-16);
    EXPECT_EQ(exponential(0.0), 1.0);
    EXPECT_EQ(exponential(-0.0), 1.0);
}

TEST(Logarithm2, StaysWithinItsErrorBound) {
    for (double x = 1e-300; x < 1e300; x *= 1.0137) {
        ASSERT_NEAR(logarithm2(x), std::log2(x), 4e-15 * std::max(1.0, std::abs(std::log2(x))))
            << x;
    }
    for (int i = 1; i < 100'000; ++i) {
        const double x = 0.5 + i * 2e-5;
        ASSERT_NEAR(logarithm2(x), std::log2(x), 4e-15) << x;
    }
    EXPECT_EQ(logarithm2(1.0), 0.0);
    EXPECT_EQ(logarithm2(8.0), 3.0);
    EXPECT_EQ(logarithm2(0.25), -2.0);
}

}  // namespace
}  // namespace gradus
