#include "gradus/scoring/engines/packed_trees.hpp"

#include <algorithm>
#include <array>

namespace gradus {
namespace {

constexpr std::size_t lanes = 16;  // documents that walk side by side

}  // namespace

PackedTrees::PackedTrees(std::span<const Tree> trees) {
    for (const Tree& tree : trees) {
        const auto splits = static_cast<std::uint32_t>(tree.splits.size());
        trees_.push_back({nodes_.size(), splits});
        const auto node_of = [&](std::int32_t child) {
            return child >= 0 ? static_cast<std::uint32_t>(child)
                              : splits + static_cast<std::uint32_t>(~child);
        };
        for (const Tree::Split& split : tree.splits) {
            nodes_.push_back({split.threshold,
                              split.feature & 0x7FFFFFFFU,
                              split.missing_left,
                              {node_of(split.right), node_of(split.left)}});
            values_.push_back(0.0);
        }
        for (const Tree::Leaf& leaf : tree.leaves) {
            const auto self = static_cast<std::uint32_t>(nodes_.size() - trees_.back().first_node);
            nodes_.push_back({0.0F, 0, 0, {self, self}});
            values_.push_back(leaf.value);
        }
    }
}

void PackedTrees::walk(const Range& range,
                       double* sums,
                       const float* rows,
                       std::size_t features) const {
    const Node* const nodes = nodes_.data() + range.first_node;
    std::array<std::uint32_t, lanes> at{};
    bool moving = range.splits > 0;
    while (moving) {
        moving = false;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const Node& node = nodes[at[lane]];
            const float x = rows[lane * features + node.feature];
            const bool missing = x != x;
            const bool left = (x <= node.threshold) | (missing & (node.missing_left != 0));
            at[lane] = node.right_left[static_cast<std::size_t>(left)];
            moving |= at[lane] < range.splits;
        }
    }
    for (std::size_t lane = 0; lane < lanes; ++lane)
        sums[lane] += values_[range.first_node + at[lane]];
}

void PackedTrees::add_to(std::span<double> sums,
                         std::span<const float> rows,
                         std::size_t features) const {
    const std::size_t whole = sums.size() / lanes * lanes;
    // The last few documents are filled up with zeros to a whole group.
    std::array<double, lanes> last_sums{};
    std::vector<float> last_rows(lanes * features);
    std::ranges::copy(sums.subspan(whole), last_sums.begin());
    std::ranges::copy(rows.subspan(whole * features), last_rows.begin());
    for (const Range& range : trees_) {
        for (std::size_t i = 0; i < whole; i += lanes)
            walk(range, sums.data() + i, rows.data() + i * features, features);
        if (whole < sums.size()) walk(range, last_sums.data(), last_rows.data(), features);
    }
    std::copy_n(
        last_sums.begin(), sums.size() - whole, sums.begin() + static_cast<std::ptrdiff_t>(whole));
}

}  // namespace gradus
