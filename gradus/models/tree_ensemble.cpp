#include "gradus/models/tree_ensemble.hpp"

#include <algorithm>
#include <cassert>

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
      notes_(std::move(notes)),
      packed_(trees_) {
    assert(std::ranges::all_of(
        trees_, [&](const Tree& tree) { return tree_objection(tree, features()).empty(); }));
}

float TreeEnsemble::score_one(std::span<const float> features) const {
    double sum = base_;
    for (const Tree& tree : trees_) sum += tree.leaves[tree.leaf_of(features)].value;
    return static_cast<float>(sum);
}

void TreeEnsemble::score_many(std::span<const float> rows, std::span<float> scores) const {
    std::vector<double> sums(scores.size(), base_);
    packed_.add_to(sums, rows, features());
    std::ranges::transform(
        sums, scores.begin(), [](double sum) { return static_cast<float>(sum); });
}

std::optional<Explanation> TreeEnsemble::explain_one(std::span<const float> features) const {
    return TreeShap(base_, trees_, this->features()).explain(features);
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
