#include "gradus/models/tree_importance.hpp"

#include <algorithm>

namespace gradus {

std::vector<FeatureUse> feature_use(std::span<const Tree> trees, std::size_t features) {
    std::vector<FeatureUse> uses(features);
    for (const Tree& tree : trees) {
        for (const Tree::Split& split : tree.splits) {
            uses[split.feature].gain += split.gain;
            ++uses[split.feature].splits;
        }
    }
    return uses;
}

std::vector<std::size_t> by_gain(std::span<const FeatureUse> uses) {
    std::vector<std::size_t> order;
    for (std::size_t j = 0; j < uses.size(); ++j)
        if (uses[j].splits > 0) order.push_back(j);
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t j) { return uses[j].gain; });
    return order;
}

}  // namespace gradus
