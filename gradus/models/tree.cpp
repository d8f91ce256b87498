#include "gradus/models/tree.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace gradus {
namespace {

/// How often each node is a child. What is no node is told in `objection`.
struct Reached {
    std::vector<unsigned char> splits;
    std::vector<unsigned char> leaves;
    std::string objection;

    explicit Reached(const Tree& tree) : splits(tree.splits.size()), leaves(tree.leaves.size()) {
        for (std::size_t i = 0; i < tree.splits.size() && objection.empty(); ++i) {
            reach(i, tree.splits[i].left);
            reach(i, tree.splits[i].right);
        }
    }

  private:
    void reach(std::size_t parent, std::int32_t child) {
        std::vector<unsigned char>& nodes = child >= 0 ? splits : leaves;
        const auto node = Tree::place(child);
        if (node >= nodes.size()) {
            objection = fmt::format("split {} has a child {} that there is not", parent, child);
        } else if (child >= 0 && node <= parent) {
            objection = fmt::format("split {} stands behind its child {}", parent, child);
        } else if (nodes[node] != 0) {
            objection = fmt::format("child {} of split {} has a parent already", child, parent);
        } else {
            nodes[node] = 1;
        }
    }
};

}  // namespace

std::size_t Tree::depth() const {
    std::vector<std::size_t> depths(splits.size(), 1);  // splits on the way, this one included
    std::size_t deepest = 0;
    for (std::size_t i = 0; i < splits.size(); ++i) {
        deepest = std::max(deepest, depths[i]);
        for (const std::int32_t child : {splits[i].left, splits[i].right})
            if (child >= 0) depths[place(child)] = depths[i] + 1;
    }
    return deepest;
}

std::string tree_objection(const Tree& tree, std::size_t features) {
    if (tree.leaves.size() != tree.splits.size() + 1) {
        return fmt::format(
            "{} splits do not fit {} leaves", tree.splits.size(), tree.leaves.size());
    }
    for (std::size_t i = 0; i < tree.splits.size(); ++i) {
        const Tree::Split& split = tree.splits[i];
        if (split.feature >= features)
            return fmt::format("split {} asks for feature {} of {}", i, split.feature, features);
        if (!std::isfinite(split.threshold) || !std::isfinite(split.gain))
            return fmt::format("split {} has a number that is not finite", i);
    }
    for (std::size_t i = 0; i < tree.leaves.size(); ++i) {
        if (!std::isfinite(tree.leaves[i].value))
            return fmt::format("leaf {} has a value that is not finite", i);
    }
    // As many children as nodes but the root, none of them twice, none before its parent: a tree.
    return Reached(tree).objection;
}

}  // namespace gradus
