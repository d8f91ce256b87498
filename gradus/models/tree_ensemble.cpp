#include "gradus/models/tree_ensemble.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gradus/base/text_number.hpp"
#include "gradus/models/summary_text.hpp"
#include "gradus/models/tree_importance.hpp"
#include "gradus/models/tree_shap.hpp"

namespace gradus {
namespace {

using summary_text::line;
using summary_text::most_listed;

/// "64 a tree" or "3 to 64 a tree".
template <class Count>
std::string range_text(const std::vector<Tree>& trees, Count count) {
    std::size_t least = trees.empty() ? 0 : count(trees.front());
    std::size_t most = least;
    for (const Tree& tree : trees) {
        least = std::min(least, count(tree));
        most = std::max(most, count(tree));
    }
    return least == most ? fmt::format("{} a tree", most)
                         : fmt::format("{} to {} a tree", least, most);
}

}  // namespace

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

float TreeEnsemble::score_one(std::span<const float> features) const {
    double sum = base_;
    for (const Tree& tree : trees_) sum += tree.leaves[tree.leaf_of(features)].value;
    return static_cast<float>(sum);
}

std::optional<Explanation> TreeEnsemble::explain_one(std::span<const float> features) const {
    return TreeShap(base_, trees_, this->features()).explain(features);
}

std::vector<Importance> TreeEnsemble::importance() const {
    Importance gain{.name = "gain", .by_feature = {}};
    Importance share{.name = "share", .by_feature = {}};
    Importance splits{.name = "splits", .by_feature = {}, .is_count = true};
    const std::vector<FeatureUse> uses = feature_use(trees_, features());
    double all = 0.0;
    for (const FeatureUse& use : uses) all += use.gain;
    for (const FeatureUse& use : uses) {
        gain.by_feature.push_back(use.gain);
        share.by_feature.push_back(all > 0.0 ? use.gain / all : 0.0);
        splits.by_feature.push_back(static_cast<double>(use.splits));
    }
    return {std::move(gain), std::move(share), std::move(splits)};
}

std::vector<bool> TreeEnsemble::used_features() const {
    std::vector<bool> used;
    for (const FeatureUse& use : feature_use(trees_, features())) used.push_back(use.splits > 0);
    return used;
}

std::string TreeEnsemble::details() const {
    const std::vector<FeatureUse> uses = feature_use(trees_, features());
    const std::vector<std::size_t> order = by_gain(uses);
    std::string text =
        line("features", fmt::format("{}, of which {} used", features(), order.size()));
    text += line("trees", fmt::format("{}", trees_.size()));
    text += line("leaves", range_text(trees_, [](const Tree& tree) { return tree.leaves.size(); }));
    text += line("depth", range_text(trees_, [](const Tree& tree) { return tree.depth(); }));
    text += line("base", shortest(base_));
    double all = 0.0;
    for (const FeatureUse& use : uses) all += use.gain;
    if (!order.empty()) text += "\ngain and splits by feature\n";
    for (std::size_t i = 0; i < std::min(order.size(), most_listed); ++i) {
        const FeatureUse& use = uses[order[i]];
        text += fmt::format("  {:5.1f}%  {:>6}  {}\n",
                            all > 0.0 ? 100.0 * use.gain / all : 0.0,
                            use.splits,
                            feature_names_[order[i]]);
    }
    if (order.size() > most_listed)
        text += fmt::format("  and {} further features\n", order.size() - most_listed);
    return text;
}

}  // namespace gradus
