#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gradus/models/tree.hpp"

namespace gradus {

/// Trees laid out for scoring many documents. A leaf is a node whose children are itself, so that
/// several documents walk down a tree side by side, without a branch that the processor could guess
/// wrong, until all have come to rest.
class PackedTrees {
  public:
    explicit PackedTrees(std::span<const Tree> trees);

    /// Adds to each document's sum the values of its leaves, in tree order. `rows` holds the
    /// documents' features, one document behind the other.
    void add_to(std::span<double> sums, std::span<const float> rows, std::size_t features) const;

  private:
    struct Node {
        float threshold;
        std::uint32_t feature : 31;
        std::uint32_t missing_left : 1;
        std::uint32_t right_left[2];  ///< children, from the first node of the tree
    };
    struct Range {
        std::size_t first_node;
        std::uint32_t splits;  ///< they stand before the leaves
    };
    void walk(const Range& range, double* sums, const float* rows, std::size_t features) const;

    std::vector<Node> nodes_;
    std::vector<double> values_;  ///< by node; unused for splits
    std::vector<Range> trees_;
};

}  // namespace gradus
