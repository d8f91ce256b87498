// Regression trees on given gradients: which splits, in which order, and what their leaves say.

#include <algorithm>
#include <array>
#include <cmath>

#include "gradus/learners/trees/growing/tree_grower.hpp"
#include "tests/golden/golden.hpp"

namespace gradus::golden {
namespace {

/// Each document of the case stands here twice in a row, once with the float below its derivative
/// and once with what that leaves over, as a float holds too few digits. So all counts are double.
constexpr std::size_t copies = 2;

struct Documents {
    FeatureMatrix features;
    std::vector<float> gradients;
    std::vector<float> hessians;
};

void append_parts(double value, std::vector<float>& parts) {
    auto first = static_cast<float>(value);
    if (static_cast<double>(std::abs(first)) > std::abs(value)) first = std::nextafter(first, 0.0F);
    parts.push_back(first);
    parts.push_back(static_cast<float>(value - static_cast<double>(first)));
}

Documents documents_of(const Json& in) {
    const auto rows = in.at("X").as<std::vector<std::vector<float>>>();
    Documents made{FeatureMatrix(copies * rows.size(), rows.front().size()), {}, {}};
    for (std::size_t i = 0; i < copies * rows.size(); ++i)
        std::ranges::copy(rows[i / copies], made.features.mutable_row(i).begin());
    for (const Json& gradient : in.at("cost_gradient").items())
        append_parts(gradient.as<double>(), made.gradients);
    for (const Json& hessian : in.at("curvature").items())
        append_parts(hessian.as<double>(), made.hessians);
    return made;
}

Tree tree_of(const Json& in, const Documents& documents, gbdt::Step step) {
    const gbdt::TreeParams params{
        .leaves = in.at("max_leaves").as<std::size_t>(),
        .min_leaf_documents = copies * in.at("min_leaf").as<std::size_t>(),
        .min_leaf_hessian = 0.0,
        .learning_rate = 1.0,
        .gain = gbdt::Gain::variance,
        .step = step};
    const FeatureBins bins = bin_features(documents.features, {});
    ThreadTeam team(1);
    std::vector<double> scores(documents.gradients.size());
    return gbdt::TreeGrower(bins, params, {}, team)
        .grow({.derivatives = {documents.gradients, documents.hessians}}, scores);
}

/// The largest value of the feature that goes left: thresholds lie between it and the next.
Json last_left(const Json& in, const Tree::Split& split) {
    Json last = nullptr;
    for (const Json& row : in.at("X").items()) {
        const Json& value = row.at(split.feature);
        if (split.goes_left(value.as<float>()) &&
            (last.is_null() || value.as<double>() > last.as<double>()))
            last = value;
    }
    return last;
}

Json splits_of(const Json& in, const Tree& tree) {
    Json splits = Json::array();
    for (const Tree::Split& split : tree.splits) {
        splits.push_back(Json::Array{
            split.feature, last_left(in, split), split.gain * static_cast<double>(copies)});
    }
    return splits;
}

Json leaves_of(const Tree& tree, const Documents& documents, double scale) {
    Json::Array leaves;
    for (const Tree::Leaf& leaf : tree.leaves)
        leaves.push_back({{"docs", Json::array()}, {"step", leaf.value * scale}});
    for (std::size_t i = 0; i < documents.gradients.size(); i += copies)
        leaves[tree.leaf_of(documents.features.row(i))]["docs"].push_back(i / copies);
    return leaves;
}

void answer_tree(const Json& in, const Json& /*out*/, Answers& answers) {
    const Documents documents = documents_of(in);
    const Tree newton = tree_of(in, documents, gbdt::Step::newton);
    answers.add("splits_feature_threshold_gain", [&] { return splits_of(in, newton); });
    answers.add("newton", [&] { return leaves_of(newton, documents, 1.0); });
    answers.add("mean", [&] {
        return leaves_of(
            tree_of(in, documents, gbdt::Step::gradient), documents, static_cast<double>(copies));
    });
}

}  // namespace

std::span<const Checker> tree_checkers() {
    static constexpr std::array checkers = {
        Checker{"tree", "X cost_gradient curvature max_leaves min_leaf", answer_tree}};
    return checkers;
}

}  // namespace gradus::golden
