#include "gradus/learners/gbdt/binned_tree.hpp"

#include <algorithm>

#include "gradus/base/parallel.hpp"

namespace gradus::gbdt {

BinnedTree::BinnedTree(const Tree& tree, const FeatureBins& bins) : documents_(bins.documents()) {
    for (const Tree::Split& split : tree.splits) {
        const std::vector<float>& boundaries = bins.boundaries()[split.feature];
        const auto bin = std::ranges::lower_bound(boundaries, split.threshold) - boundaries.begin();
        const auto shift = static_cast<std::uint8_t>(split.missing_left);
        splits_.push_back({.bins = bins.column(split.feature).data(),
                           .shift = shift,
                           .last_left = static_cast<std::int16_t>(bin + shift),
                           .children = {split.right, split.left}});
    }
    for (const Tree::Leaf& leaf : tree.leaves) values_.push_back(leaf.value);
}

double BinnedTree::value_of(std::size_t document) const {
    std::int32_t node = splits_.empty() ? -1 : 0;
    while (node >= 0) {
        const Split& split = splits_[static_cast<std::size_t>(node)];
        const auto bin = static_cast<std::uint8_t>(split.bins[document] + split.shift);
        node = split.children[bin <= split.last_left ? 1 : 0];
    }
    return values_[Tree::place(node)];
}

void BinnedTree::add_to(std::span<double> scores, unsigned threads) const {
    parallel_for(documents_, 4096, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) scores[i] += value_of(i);
    });
}

}  // namespace gradus::gbdt
