#include "gradus/models/linear.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/sealed_json.hpp"
#include "gradus/models/model_json.hpp"
#include "gradus/models/summary_text.hpp"

namespace gradus {
namespace {

class FeatureReader : public model_json::Reader {
  public:
    using Reader::Reader;

    std::vector<LinearModel::Feature> features() const {
        std::vector<LinearModel::Feature> all;
        for (const Json& item : list(root(), "features")) {
            const std::string place = fmt::format("features[{}]: ", all.size());
            all.push_back({.name = text(item, "name", place),
                           .mean = number(item, "mean", place),
                           .spread = number(item, "spread", place),
                           .weight = number(item, "weight", place)});
            if (all.back().spread <= 0.0) refuse(place + "'spread' is not above 0");
        }
        return all;
    }
};

}  // namespace

LinearModel::LinearModel(std::vector<Feature> features, TrainingNotes notes)
    : features_(std::move(features)), notes_(std::move(notes)) {}

double LinearModel::term(std::size_t feature, float value) const {
    if (std::isnan(value)) return 0.0;
    const Feature& known = features_[feature];
    return known.weight * ((static_cast<double>(value) - known.mean) / known.spread);
}

float LinearModel::score_one(std::span<const float> features) const {
    double sum = 0.0;
    for (std::size_t j = 0; j < features_.size(); ++j) sum += term(j, features[j]);
    return static_cast<float>(sum);
}

std::optional<Explanation> LinearModel::explain_one(std::span<const float> features) const {
    Explanation result;
    for (std::size_t j = 0; j < features_.size(); ++j)
        result.values.push_back(term(j, features[j]));
    return result;
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

std::string LinearModel::to_text() const {
    const auto line = [](const Feature& feature) {
        return fmt::format(R"(  {{"name": {}, "mean": {}, "spread": {}, "weight": {}}})",
                           model_json::quoted(feature.name),
                           model_json::number_text(feature.mean),
                           model_json::number_text(feature.spread),
                           model_json::number_text(feature.weight));
    };
    return sealed_json(fmt::format("{{\n{} \"features\": [\n{}\n ]\n}}\n",
                                   model_json::head("linear", notes_),
                                   model_json::listed(features_, ",\n", line)));
}

std::unique_ptr<const LinearModel> LinearModel::from_json(const Json& json,
                                                          const std::string& source) {
    const FeatureReader reader(json, source);
    // Written by hand, or by an early version: nothing is known of how it was made.
    TrainingNotes notes = json.contains("learner") ? reader.notes() : TrainingNotes{};
    notes.gaps = reader.gaps();
    return std::make_unique<LinearModel>(reader.features(), std::move(notes));
}

}  // namespace gradus
