#include "gradus/models/tree_ensemble.hpp"

#include <algorithm>
#include <cassert>

namespace gradus {

TreeEnsemble::TreeEnsemble(std::vector<std::string> feature_names,
                           double base,
                           std::vector<Tree> trees,
                           TrainingNotes notes)
    : feature_names_(std::move(feature_names)),
      base_(base),
      trees_(std::move(trees)),
      notes_(std::move(notes)) {
    assert(std::ranges::all_of(
        trees_, [&](const Tree& tree) { return tree_objection(tree, features()).empty(); }));
}

float TreeEnsemble::score(std::span<const float> features) const {
    double sum = base_;
    for (const Tree& tree : trees_) sum += tree.leaves[tree.leaf_of(features)].value;
    return static_cast<float>(sum);
}

}  // namespace gradus
