#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "gradus/base/random.hpp"
#include "gradus/models/net_shape.hpp"

namespace gradus::testing {

/// Weights of units, 0 in the lanes beyond.
template <class Real>
std::vector<Real> random_weights(const net::Shape& shape, std::uint64_t seed) {
    Random random(seed, "net weights");
    std::vector<Real> weights(shape.weights());
    if (shape.hidden == 0) {
        for (Real& weight : weights) weight = static_cast<Real>(random.normal());
        return weights;
    }
    for (std::size_t unit = 0; unit < shape.hidden; ++unit) {
        for (std::size_t j = 0; j < shape.inputs; ++j)
            weights[shape.weight(j, unit)] = static_cast<Real>(random.normal());
        weights[shape.bias(unit)] = static_cast<Real>(random.normal());
        weights[shape.output(unit)] = static_cast<Real>(random.normal());
    }
    return weights;
}

/// The score of a net by its formula, without an order of its own.
inline double plain_score(const net::Shape& shape,
                          const std::vector<double>& weights,
                          std::span<const double> row) {
    double score = 0.0;
    if (shape.hidden == 0) {
        for (std::size_t j = 0; j < row.size(); ++j) score += weights[j] * row[j];
        return score;
    }
    for (std::size_t unit = 0; unit < shape.hidden; ++unit) {
        double sum = weights[shape.bias(unit)];
        for (std::size_t j = 0; j < row.size(); ++j) sum += weights[shape.weight(j, unit)] * row[j];
        score += weights[shape.output(unit)] * std::tanh(sum);
    }
    return score;
}

}  // namespace gradus::testing
