#pragma once

#include <cmath>
#include <cstddef>
#include <span>

#include "gradus/base/exponential.hpp"

namespace gradus {

/// What a query's gradients and Hessians are divided by.
enum class QueryScale : unsigned char {
    none,
    lightgbm,  ///< pairs by 0.01 + |s_i − s_j|, then all by S/log₂(1 + S), S = Σ over pairs of 2|λ|
    deviation  ///< by the standard deviation of the gradients (Svore, Volkovs & Burges, WWW 2011)
};

/// LightGBM's factor log₂(1 + S)/S.
inline double lightgbm_factor(double sum) {
    return sum > 0.0 ? logarithm2(1.0 + sum) / sum : 1.0;
}

/// 1 over the standard deviation of the gradients, whose mean is taken for 0; 1 where all are 0.
template <class Real>
double deviation_factor(std::span<const Real> gradients) {
    double squares = 0.0;
    for (const Real gradient : gradients) {
        squares += static_cast<double>(gradient) * static_cast<double>(gradient);
    }
    return squares > 0.0 ? std::sqrt(static_cast<double>(gradients.size()) / squares) : 1.0;
}

}  // namespace gradus
