#pragma once

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "gradus/base/random.hpp"
#include "gradus/models/tree.hpp"

namespace gradus::testing {

/// One of a few numbers, so that values meet thresholds exactly.
inline float coarse_number(Random& random) {
    return static_cast<float>(random.below(9)) * 0.5F - 2.0F;
}

/// A tree grown by splitting leaves at random, with counts of documents that add up.
inline Tree random_tree(Random& random, std::size_t leaves, std::size_t features) {
    Tree tree;
    tree.leaves.push_back({});
    std::vector<std::int32_t*> places = {nullptr};  // by leaf: where its parent names it
    tree.splits.reserve(leaves);
    while (tree.leaves.size() < leaves) {
        const auto leaf = static_cast<std::size_t>(random.below(tree.leaves.size()));
        const auto fresh = static_cast<std::int32_t>(tree.leaves.size());
        if (places[leaf] != nullptr) *places[leaf] = static_cast<std::int32_t>(tree.splits.size());
        Tree::Split& split = tree.splits.emplace_back();
        split.feature = static_cast<std::uint32_t>(random.below(features));
        split.threshold = coarse_number(random);
        split.missing_left = random.chance(0.5);
        split.left = ~static_cast<std::int32_t>(leaf);
        split.right = ~fresh;
        split.gain = random.exponential();
        if (random.chance(0.5)) std::swap(split.left, split.right);
        places[leaf] = split.left == ~fresh ? &split.right : &split.left;
        places.push_back(split.left == ~fresh ? &split.left : &split.right);
        tree.leaves.push_back({});
    }
    for (Tree::Leaf& leaf : tree.leaves) leaf = {random.normal(), 1 + random.below(50)};
    for (std::size_t i = tree.splits.size(); i-- > 0;)
        tree.splits[i].documents =
            tree.documents(tree.splits[i].left) + tree.documents(tree.splits[i].right);
    return tree;
}

/// Values of a document, some of them missing.
inline std::vector<float> random_row(Random& random, std::size_t features) {
    std::vector<float> row(features);
    for (float& value : row) value = random.chance(0.15) ? std::nanf("") : coarse_number(random);
    return row;
}

}  // namespace gradus::testing
