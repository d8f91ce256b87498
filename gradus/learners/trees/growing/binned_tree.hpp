#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gradus/data/transforms/feature_bins.hpp"
#include "gradus/models/tree.hpp"

namespace gradus::gbdt {

/// A tree that asks for bins instead of values. Its thresholds are boundaries of the bins, so it
/// gives every document the same leaf.
class BinnedTree {
  public:
    BinnedTree(const Tree& tree, const FeatureBins& bins);

    /// Adds the tree's values to the scores of all documents.
    void add_to(std::span<double> scores, unsigned threads) const;

  private:
    struct Split {
        const std::uint8_t* bins;  ///< the feature's, by document
        std::uint8_t shift;        ///< added to a bin, so that missing values may be the lowest
        std::int16_t last_left;    ///< the largest shifted bin that goes left
        std::int32_t children[2];  ///< right, left
    };
    /// Adds to the scores of some documents, one behind the other.
    template <std::size_t Count>
    void add_some(std::size_t first, std::span<double> scores) const;

    std::vector<Split> splits_;
    std::vector<double> values_;
    std::size_t documents_;
};

}  // namespace gradus::gbdt
