#include "gradus/models/linear.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "gradus/models/summary_text.hpp"

namespace gradus {

LinearModel::LinearModel(std::vector<Feature> features, TrainingNotes notes)
    : features_(std::move(features)), notes_(std::move(notes)) {}

float LinearModel::score_one(std::span<const float> features) const {
    double sum = 0.0;
    for (std::size_t j = 0; j < features_.size(); ++j) sum += features_[j].term(features[j]);
    return static_cast<float>(sum);
}

std::optional<Explanation> LinearModel::explain_one(std::span<const float> features) const {
    Explanation result;
    for (std::size_t j = 0; j < features_.size(); ++j)
        result.values.push_back(features_[j].term(features[j]));
    return result;
}

std::vector<Importance> LinearModel::importance() const {
    Importance weights{.name = "weight", .by_feature = {}, .is_signed = true};
    for (const Feature& feature : features_) weights.by_feature.push_back(feature.weight);
    return {std::move(weights)};
}

std::vector<bool> LinearModel::used_features() const {
    std::vector<bool> used;
    used.reserve(features_.size());
    for (const Feature& feature : features_) used.push_back(feature.weight != 0.0);
    return used;
}

std::string LinearModel::details() const {
    std::vector<std::size_t> order(features_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(
        order, std::greater(), [&](std::size_t j) { return std::abs(features_[j].weight); });
    std::string text = summary_text::line("features", std::to_string(features()));
    text += "\nlargest weights of standardised features\n";
    for (std::size_t i = 0; i < std::min(order.size(), summary_text::most_listed); ++i)
        text +=
            fmt::format("  {:+.4f}  {}\n", features_[order[i]].weight, features_[order[i]].name);
    return text;
}

}  // namespace gradus
