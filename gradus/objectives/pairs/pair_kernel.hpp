#pragma once

#include <cstddef>
#include <cstring>
#include <limits>

#include "gradus/objectives/pairs/pair_cost.hpp"

/// The loops of pair_cost.cpp, apart so that a test can compile them for several processors. Eight
/// lanes always: how many of them a processor has changes no bit.
namespace gradus::pair_kernel {

using Floats [[gnu::vector_size(32)]] = float;
using Ints [[gnu::vector_size(32)]] = int;

/// The arrays of RankedLanes, bare.
struct Arrays {
    std::size_t end;  ///< whole blocks
    float* sides;
    const float* odds;
    const float* scores;
    const float* weights;  ///< changes of the row, or discounts
    float* gradients;
    float* hessians;
    float root_centre;
};

[[gnu::always_inline]] inline void load(const float* from, Floats& to) {
    std::memcpy(&to, from, sizeof(to));
}
[[gnu::always_inline]] inline void store(const Floats& from, float* to) {
    std::memcpy(to, &from, sizeof(from));
}
[[gnu::always_inline]] inline float sum(const Floats& lanes) {
    return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) +
           ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

// A vector's cast keeps its bits, and a variable that one instance never writes another does.
// NOLINTBEGIN(misc-const-correctness,modernize-avoid-c-style-cast)

/// `product`: |change| = |side_a − side_b| · (weights[a] − weights[b]), else |weights[b]|. Returns
/// Σ |gradient|. With the odds A = e^(κ s_a) and B of the other, and T = A + B: the lower of a
/// logistic pair wins with the chance A/T or B/T.
template <bool product, bool distance, PairCost cost>
[[gnu::always_inline]] inline double add_row(const Arrays& arrays, std::size_t a) {
    const float own_side = arrays.sides[a];
    arrays.sides[a] = std::numeric_limits<float>::quiet_NaN();
    if (own_side != own_side) return 0.0;
    const Floats zero = {};
    const Ints magnitude = Ints{} + 0x7FFFFFFF;
    const Floats own_odds = zero + arrays.odds[a];
    const float own_score = distance ? arrays.scores[a] : 0.0F;
    const float own_weight = product ? arrays.weights[a] : 0.0F;
    const float root = arrays.root_centre;
    const Floats roots = zero + root;
    const Floats inverse_roots = zero + 1.0F / root;
    Floats row_gradient = {};
    Floats row_hessian = {};
    Floats row_force = {};
    for (std::size_t b = (a + 1) / lane_count * lane_count; b < arrays.end; b += lane_count) {
        Floats sides;
        Floats weights;
        Floats odds;
        load(arrays.sides + b, sides);
        load(arrays.weights + b, weights);
        load(arrays.odds + b, odds);
        const Ints above = own_side > sides;  // a should stand above
        const Ints known = above | (own_side < sides);
        if constexpr (product) weights = (own_side - sides) * (own_weight - weights);
        const auto weight = (Floats)((Ints)weights & magnitude & known);
        Floats upper = own_odds;
        if constexpr (cost == PairCost::sigmoid) {
            upper = own_odds * (above ? roots : inverse_roots);
            odds = odds * (above ? inverse_roots : roots);
        }
        Floats apart = zero + 1.0F;
        Floats total = upper + odds;
        if constexpr (distance) {
            load(arrays.scores + b, apart);
            apart = 0.01F + (Floats)((Ints)(own_score - apart) & magnitude);
            total = total * apart;
        }
        const Floats inverse = 1.0F / total;
        const Floats share = weight * inverse;
        Floats hessian = (share * upper) * (odds * inverse);
        if constexpr (distance) hessian = hessian * apart;
        Floats gradient;  // of a
        if constexpr (cost == PairCost::sigmoid) {
            gradient = above ? -hessian : hessian;
        } else {
            gradient = share * (above ? -odds : upper);
            row_hessian += hessian;
            Floats hessians;
            load(arrays.hessians + b, hessians);
            store(hessians + hessian, arrays.hessians + b);
        }
        row_gradient += gradient;
        row_force += (Floats)((Ints)gradient & magnitude);
        Floats gradients;
        load(arrays.gradients + b, gradients);
        store(gradients - gradient, arrays.gradients + b);
    }
    arrays.gradients[a] += sum(row_gradient);
    arrays.hessians[a] += sum(row_hessian);
    return static_cast<double>(sum(row_force));
}

// NOLINTEND(misc-const-correctness,modernize-avoid-c-style-cast)

/// The rows from `begin` to `end`.
template <bool product>
[[gnu::always_inline]] inline double add_rows(
    const Arrays& arrays, std::size_t begin, std::size_t end, bool distance, PairCost cost) {
    double force = 0.0;
    if (cost == PairCost::sigmoid) {
        for (std::size_t a = begin; a < end; ++a) {
            force += distance ? add_row<product, true, PairCost::sigmoid>(arrays, a)
                              : add_row<product, false, PairCost::sigmoid>(arrays, a);
        }
    } else if (distance) {
        for (std::size_t a = begin; a < end; ++a) {
            force += add_row<product, true, PairCost::logistic>(arrays, a);
        }
    } else {
        for (std::size_t a = begin; a < end; ++a) {
            force += add_row<product, false, PairCost::logistic>(arrays, a);
        }
    }
    return force;
}

}  // namespace gradus::pair_kernel
