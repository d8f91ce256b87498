#pragma once

#include <cstdint>
#include <span>

#include "gradus/learners/gbdt/rounding.hpp"
#include "gradus/learners/gbdt/split_search.hpp"
#include "gradus/learners/gbdt/tree_params.hpp"
#include "gradus/models/tree.hpp"

namespace gradus::gbdt {

/// The derivatives of a leaf's documents in fine units: finer than histograms, and still integers.
struct LeafSums {
    std::int64_t slopes = 0;
    std::int64_t curvatures = 0;

    void add(float slope, float curvature, const Units& units) {
        slopes += static_cast<std::int64_t>(static_cast<double>(slope) * units.fine_slope);
        curvatures +=
            static_cast<std::int64_t>(static_cast<double>(curvature) * units.fine_curvature);
    }
    LeafSums& operator+=(const LeafSums& other) {
        slopes += other.slopes;
        curvatures += other.curvatures;
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
