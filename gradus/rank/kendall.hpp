#pragma once

#include <span>

namespace gradus {

/// Kendall's rank correlation of paired values, −1 to 1: (concordant − discordant pairs) over all
/// n(n − 1)/2 pairs (τ_a), or over √((pairs untied in x)(pairs untied in y)) (τ_b; Kendall,
/// Biometrika 33(3), 1945). O(n log n). NaN for 0/0 and where a value is NaN.
double kendall_tau_a(std::span<const double> x, std::span<const double> y);
double kendall_tau_b(std::span<const double> x, std::span<const double> y);

}  // namespace gradus
