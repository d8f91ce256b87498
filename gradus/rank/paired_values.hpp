#pragma once

#include <cstddef>
#include <span>

namespace gradus {

/// √(mean of (x_i − y_i)²); NaN where there are no values.
double root_mean_square_difference(std::span<const double> x, std::span<const double> y);

struct WinsAndLosses {
    std::size_t wins = 0;    ///< x_i > y_i
    std::size_t losses = 0;  ///< x_i < y_i
};
WinsAndLosses wins_and_losses(std::span<const double> x, std::span<const double> y);

}  // namespace gradus
