#include "gradus/models/linear.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "gradus/base/error.hpp"

namespace gradus {
namespace {

constexpr std::size_t most_listed = 10;

}  // namespace

LinearModel::LinearModel(std::vector<Feature> features) : features_(std::move(features)) {}

double LinearModel::term(std::size_t feature, float value) const {
    if (std::isnan(value)) return 0.0;
    const Feature& known = features_[feature];
    return known.weight * ((static_cast<double>(value) - known.mean) / known.spread);
}

float LinearModel::score(std::span<const float> features) const {
    double sum = 0.0;
    for (std::size_t j = 0; j < features_.size(); ++j) sum += term(j, features[j]);
    return static_cast<float>(sum);
}

std::optional<Explanation> LinearModel::explain(std::span<const float> features) const {
    Explanation result;
    for (std::size_t j = 0; j < features_.size(); ++j)
        result.values.push_back(term(j, features[j]));
    return result;
}

std::string LinearModel::summary() const {
    std::vector<std::size_t> order(features_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(
        order, std::greater(), [&](std::size_t j) { return std::abs(features_[j].weight); });
    std::string text = fmt::format(
        "kind      linear\nfeatures  {}\n\nlargest weights of standardised features\n", features());
    for (std::size_t i = 0; i < std::min(order.size(), most_listed); ++i)
        text +=
            fmt::format("  {:+.4f}  {}\n", features_[order[i]].weight, features_[order[i]].name);
    return text;
}

std::string LinearModel::to_text() const {
    nlohmann::ordered_json json;
    json["format"] = "gradus-model";
    json["version"] = 1;
    json["model"] = "linear";
    json["features"] = nlohmann::ordered_json::array();
    for (const Feature& feature : features_) {
        json["features"].push_back({{"name", feature.name},
                                    {"mean", feature.mean},
                                    {"spread", feature.spread},
                                    {"weight", feature.weight}});
    }
    // Names come from the user's file: bytes that are no UTF-8 are replaced.
    return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::unique_ptr<const LinearModel> LinearModel::from_json(const nlohmann::json& json,
                                                          const std::string& source) {
    const auto refuse = [&](const std::string& what) {
        throw Error(
            {source}, "the model file is damaged: " + what, "give a model that gradus train wrote");
    };
    const auto list = json.find("features");
    if (list == json.end() || !list->is_array()) refuse("'features' is no list");
    std::vector<Feature> features;
    for (const nlohmann::json& item : *list) {
        const std::string place = fmt::format("features[{}]: ", features.size());
        Feature& feature = features.emplace_back();
        const auto name = item.find("name");
        if (name == item.end() || !name->is_string()) refuse(place + "'name' is no text");
        feature.name = name->get<std::string>();
        const auto number = [&](const char* key) {
            const auto found = item.find(key);
            if (found == item.end() || !found->is_number())
                refuse(fmt::format("{}'{}' is no number", place, key));
            return found->get<double>();
        };
        feature.mean = number("mean");
        feature.spread = number("spread");
        feature.weight = number("weight");
        if (feature.spread <= 0.0) refuse(place + "'spread' is not above 0");
    }
    return std::make_unique<LinearModel>(std::move(features));
}

}  // namespace gradus
