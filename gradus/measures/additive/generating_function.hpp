#pragma once

#include <span>

#include "gradus/measures/additive/exponential_fit.hpp"

namespace gradus {

/// F = Σ_r D(r) P(rank r) of a document that each other beats with the chance beaten[i], for a
/// discount that is a sum of exponentials: E z^(rank − 1) = Π_i (1 − (1 − z)·beaten[i]). The slopes
/// ∂F/∂beaten divide that product by one factor, which is never below z. O(n · exponentials).
double expected_discount(const ExponentialSum& discount,
                         std::span<const double> beaten,
                         std::span<double> slopes);

}  // namespace gradus
