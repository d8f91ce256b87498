#include "gradus/learners/trees/growing/prune.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>

namespace gradus::gbdt {

Pruning prune(Tree& tree, double min_gain) {
    constexpr std::uint32_t gone = std::numeric_limits<std::uint32_t>::max();
    const auto is_poor = [&](const Tree::Split& split) { return !(split.gain > min_gain); };
    if (std::ranges::none_of(tree.splits, is_poor)) return {};
    std::vector<std::uint32_t> leaf_of(tree.leaves.size());
    std::iota(leaf_of.begin(), leaf_of.end(), 0U);
    std::vector<std::uint32_t> place_of(tree.splits.size(), 0);
    std::vector<std::int32_t> stands_for(tree.splits.size(), 0);  // of those that are gone: a leaf
    const auto now = [&](std::int32_t node) {
        return node >= 0 && place_of[static_cast<std::size_t>(node)] == gone
                   ? stands_for[static_cast<std::size_t>(node)]
                   : node;
    };
    bool any = false;
    for (std::size_t i = tree.splits.size(); i-- > 0;) {  // children stand behind their parents
        const std::int32_t left = now(tree.splits[i].left);
        const std::int32_t right = now(tree.splits[i].right);
        if (!is_poor(tree.splits[i]) || left >= 0 || right >= 0) continue;
        const auto into = static_cast<std::uint32_t>(std::min(~left, ~right));
        const auto from = static_cast<std::uint32_t>(std::max(~left, ~right));
        tree.leaves[into].documents += tree.leaves[from].documents;
        std::ranges::replace(leaf_of, from, into);
        place_of[i] = gone;
        stands_for[i] = ~static_cast<std::int32_t>(into);
        any = true;
    }
    if (!any) return {};
    // What is left closes ranks.
    std::vector<std::uint32_t> new_leaf(tree.leaves.size());
    std::vector<Tree::Leaf> leaves;
    for (std::size_t leaf = 0; leaf < tree.leaves.size(); ++leaf) {
        if (leaf_of[leaf] != leaf) continue;
        new_leaf[leaf] = static_cast<std::uint32_t>(leaves.size());
        leaves.push_back(tree.leaves[leaf]);
    }
    std::uint32_t places = 0;
    for (std::uint32_t& place : place_of)
        if (place != gone) place = places++;
    const auto renumbered = [&](std::int32_t node) {
        const std::int32_t child = now(node);
        if (child >= 0) return static_cast<std::int32_t>(place_of[static_cast<std::size_t>(child)]);
        return ~static_cast<std::int32_t>(new_leaf[Tree::place(child)]);
    };
    std::vector<Tree::Split> splits;
    for (std::size_t i = 0; i < tree.splits.size(); ++i) {
        if (place_of[i] == gone) continue;
        Tree::Split split = tree.splits[i];
        split.left = renumbered(split.left);
        split.right = renumbered(split.right);
        splits.push_back(split);
    }
    for (std::uint32_t& leaf : leaf_of) leaf = new_leaf[leaf];
    tree.splits = std::move(splits);
    tree.leaves = std::move(leaves);
    return {std::move(leaf_of)};
}

}  // namespace gradus::gbdt
