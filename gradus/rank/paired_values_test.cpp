#include "gradus/rank/paired_values.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace gradus {
namespace {

TEST(PairedValues, GiveTheirDifferenceAndWhoWins) {
    const std::vector<double> x = {1, 2, 3, 5};
    const std::vector<double> y = {1, 4, 0, 4};
    EXPECT_NEAR(root_mean_square_difference(x, y), std::sqrt(14.0 / 4.0), 1e-15);
    EXPECT_EQ(wins_and_losses(x, y).wins, 2U);
    EXPECT_EQ(wins_and_losses(x, y).losses, 1U);
    EXPECT_TRUE(std::isnan(root_mean_square_difference({}, {})));
}

}  // namespace
}  // namespace gradus
