#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gradus {

/// A binary decision tree in arrays. The root is split 0, or leaf 0 where there are no splits. A
/// split stands before the splits below it, and every split and leaf but the root is the child of
/// exactly one split; so there is one leaf more than splits, and every walk ends.
struct Tree {
    struct Split {
        std::uint32_t feature = 0;
        float threshold = 0.0F;     ///< a document goes left iff x <= threshold
        bool missing_left = false;  ///< where a missing value (NaN) goes
        std::int32_t left = -1;     ///< >= 0: that split; < 0: leaf ~left
        std::int32_t right = -2;
        double gain = 0.0;            ///< what the split gained in training
        std::uint64_t documents = 0;  ///< of the training data that came here

        bool goes_left(float x) const { return std::isnan(x) ? missing_left : x <= threshold; }
    };
    struct Leaf {
        double value = 0.0;  ///< what it adds to the score: the learning rate is in it
        std::uint64_t documents = 0;
    };
    std::vector<Split> splits;
    std::vector<Leaf> leaves;

    /// The place of a child among the splits (child >= 0) or the leaves (< 0).
    static std::size_t place(std::int32_t child) {
        const std::int32_t index = child >= 0 ? child : ~child;
        return static_cast<std::size_t>(index);
    }
    std::uint64_t documents(std::int32_t child) const {
        return child >= 0 ? splits[place(child)].documents : leaves[place(child)].documents;
    }
    /// The leaf that a document with these features comes to.
    std::size_t leaf_of(std::span<const float> features) const {
        std::int32_t node = splits.empty() ? -1 : 0;
        while (node >= 0) {
            const Split& split = splits[place(node)];
            node = split.goes_left(features[split.feature]) ? split.left : split.right;
        }
        return place(node);
    }
    /// Splits on the longest way from the root to a leaf.
    std::size_t depth() const;
};

/// Why this is no tree over so many features, as told above and with finite numbers; "" where it is
/// one.
std::string tree_objection(const Tree& tree, std::size_t features);

}  // namespace gradus
