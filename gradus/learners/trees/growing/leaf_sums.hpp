#pragma once

#include <cstdint>
#include <span>

#include "gradus/learners/trees/growing/rounding.hpp"
#include "gradus/learners/trees/growing/split_search.hpp"
#include "gradus/learners/trees/growing/tree_params.hpp"
#include "gradus/models/tree.hpp"

namespace gradus::gbdt {

/// A gain that rounding alone could make, as a share of what is compared.
inline constexpr double rounding_share = 1e-12;

/// The derivatives of a leaf's documents in fine units: finer than histograms, and still integers.
struct LeafSums {
    std::int64_t gradients = 0;
    std::int64_t hessians = 0;

    void add(float gradient, float hessian, const Units& units) {
        gradients += static_cast<std::int64_t>(static_cast<double>(gradient) * units.fine_gradient);
        hessians += static_cast<std::int64_t>(static_cast<double>(hessian) * units.fine_hessian);
    }
    LeafSums& operator+=(const LeafSums& other) {
        gradients += other.gradients;
        hessians += other.hessians;
        return *this;
    }
};

/// What a leaf adds to scores: its step, moved into the bounds (which are in units of histograms),
/// times the learning rate.
double leaf_value(const LeafSums& sums,
                  std::uint64_t documents,
                  const Bounds& bounds,
                  const Units& units,
                  const TreeParams& params);

/// Writes what each split gained, from the sums of the leaves below it.
void set_gains(Tree& tree,
               std::span<const LeafSums> leaves,
               const Units& units,
               const TreeParams& params);

}  // namespace gradus::gbdt
