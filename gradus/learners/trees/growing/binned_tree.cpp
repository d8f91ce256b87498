#include "gradus/learners/trees/growing/binned_tree.hpp"

#include <algorithm>
#include <array>

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

template <std::size_t Count>
void BinnedTree::add_some(std::size_t first, std::span<double> scores) const {
    std::array<std::int32_t, Count> nodes{};
    nodes.fill(splits_.empty() ? -1 : 0);
    // All take as many steps as the longest way has; one that has arrived stays where it is.
    // Nothing depends on a guess of the processor, and it can work on all of them at once.
    for (bool arrived = splits_.empty(); !arrived;) {
        arrived = true;
        for (std::size_t k = 0; k < Count; ++k) {
            const std::int32_t node = nodes[k];
            const Split& split = splits_[static_cast<std::size_t>(std::max(node, 0))];
            const auto bin = static_cast<std::uint8_t>(split.bins[first + k] + split.shift);
            const std::int32_t next = split.children[bin <= split.last_left ? 1 : 0];
            nodes[k] = node < 0 ? node : next;
            arrived &= nodes[k] < 0;
        }
    }
    for (std::size_t k = 0; k < Count; ++k) scores[first + k] += values_[Tree::place(nodes[k])];
}

void BinnedTree::add_to(std::span<double> scores, unsigned threads) const {
    constexpr std::size_t at_once = 8;
    parallel_for(documents_, 4096, threads, [&](std::size_t begin, std::size_t end) {
        std::size_t i = begin;
        for (; i + at_once <= end; i += at_once) add_some<at_once>(i, scores);
        for (; i < end; ++i) add_some<1>(i, scores);
    });
}

}  // namespace gradus::gbdt
