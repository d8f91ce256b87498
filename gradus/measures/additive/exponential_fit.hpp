#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace gradus {

/// A function of rank as a sum of exponentials: f(r) ≈ Σ_m weights[m] · bases[m]^(r − 1).
struct ExponentialSum {
    std::vector<double> bases;  ///< in (0, 1)
    std::vector<double> weights;

    double at(std::size_t position) const;
};

/// The least-squares fit to values[position], for smooth falling values such as a discount: 32
/// rates −ln(base), evenly spaced in their logarithm from 0.3/n to 6. The error is below 1e-10 for
/// 1/log₂(1 + r) and 1/r up to n = 16384. The same bits for the same values.
ExponentialSum fit_exponentials(std::span<const double> values);

}  // namespace gradus
