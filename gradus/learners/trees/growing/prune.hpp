#pragma once

#include <cstdint>
#include <vector>

#include "gradus/models/tree.hpp"

namespace gradus::gbdt {

/// Leaves that belong together because the splits between them gained nothing.
struct Pruning {
    std::vector<std::uint32_t> leaf_of;  ///< by old leaf: the new one; empty = nothing was pruned

    bool is_needed() const { return !leaf_of.empty(); }
};

/// Takes away splits between two leaves whose gain is not above `min_gain`, and those that then
/// stand between two leaves, and so on. Searches see rounded derivatives: what they took for a gain
/// may be none. Documents of leaves that become one are added up; the values are not looked at.
Pruning prune(Tree& tree, double min_gain);

}  // namespace gradus::gbdt
