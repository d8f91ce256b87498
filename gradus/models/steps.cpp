#include "gradus/models/steps.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "gradus/models/summary_text.hpp"

namespace gradus {

StepModel::StepModel(Thresholds thresholds, std::vector<double> jumps, TrainingNotes notes)
    : thresholds_(std::move(thresholds)), jumps_(std::move(jumps)), notes_(std::move(notes)) {
    std::size_t next = 0;
    for (const std::vector<float>& own : thresholds_.of_feature) {
        begins_.push_back(heights_.size());
        heights_.push_back(0.0);
        for (std::size_t k = 0; k < own.size(); ++k)
            heights_.push_back(heights_.back() + jumps_[next++]);
    }
}

double StepModel::reach(std::size_t feature) const {
    const auto [lowest, highest] = std::ranges::minmax(heights(feature));
    return highest - lowest;
}

float StepModel::score_one(std::span<const float> features) const {
    double sum = 0.0;
    for (std::size_t j = 0; j < begins_.size(); ++j) sum += height(j, features[j]);
    return static_cast<float>(sum);
}

std::optional<Explanation> StepModel::explain_one(std::span<const float> features) const {
    Explanation result;
    for (std::size_t j = 0; j < begins_.size(); ++j)
        result.values.push_back(height(j, features[j]));
    return result;
}

std::vector<Importance> StepModel::importance() const {
    Importance all{.name = "reach", .by_feature = {}};
    for (std::size_t j = 0; j < features(); ++j) all.by_feature.push_back(reach(j));
    return {std::move(all)};
}

std::vector<bool> StepModel::used_features() const {
    std::vector<bool> used;
    used.reserve(features());
    for (std::size_t j = 0; j < features(); ++j) used.push_back(reach(j) > 0.0);
    return used;
}

std::string StepModel::details() const {
    std::vector<std::size_t> order(features());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t j) { return reach(j); });
    std::string text = summary_text::line("features", std::to_string(features()));
    text += summary_text::line("thresholds", std::to_string(thresholds_.bits()));
    text += "\nfrom the lowest to the highest step\n";
    for (std::size_t i = 0; i < std::min(order.size(), summary_text::most_listed); ++i)
        text += fmt::format("  {:.4f}  {}\n", reach(order[i]), feature_name(order[i]));
    return text;
}

}  // namespace gradus
