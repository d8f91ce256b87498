#pragma once

#include <span>

#include "gradus/base/scratch.hpp"
#include "gradus/measures/additive/exponential_fit.hpp"

namespace gradus {

/// What rank_functional() gives, for weights that are a sum of exponentials, Σ_m w_m z_m^(r − 1):
/// each of them is worth w_m Π_i (1 − beaten[i]·(1 − keep[i]·z_m)), and the gradients need that
/// product without one factor, from products of those before and of those behind. O(n ·
/// exponentials).
double rank_functional(std::span<const double> beaten,
                       std::span<const double> keep,
                       const ExponentialSum& weights,
                       std::span<double> gradients,
                       Scratch& scratch);

}  // namespace gradus
