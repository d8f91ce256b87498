#pragma once

#include <cstddef>
#include <span>

namespace gradus {

/// changes[b] = (gains[b] − gains[a]) · (discounts[a] − discounts[b]) for each b > a: the change of
/// Σ gain · discount when positions a and b trade places. All spans have the same size.
void fill_swap_row(std::size_t a,
                   std::span<const double> gains,
                   std::span<const double> discounts,
                   std::span<double> changes);
void fill_swap_row(std::size_t a,
                   std::span<const float> gains,
                   std::span<const float> discounts,
                   std::span<float> changes);

}  // namespace gradus
