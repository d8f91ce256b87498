#include "gradus/data/feature_scale.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace gradus {
namespace {

TEST(FeatureScale, CountsDistancesFromTheMeanAndTakesAMissingValueForIt) {
    const FeatureScale scale{.mean = 3.0, .spread = 0.5};
    EXPECT_EQ(scale.standardised(3.0F), 0.0);
    EXPECT_EQ(scale.standardised(4.0F), 2.0);
    EXPECT_EQ(scale.standardised(2.75F), -0.5);
    EXPECT_EQ(scale.standardised(std::nanf("")), 0.0);
    EXPECT_EQ(FeatureScale().standardised(7.0F), 7.0);
}

}  // namespace
}  // namespace gradus
