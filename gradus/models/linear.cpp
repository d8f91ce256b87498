#include "gradus/models/linear.hpp"

#include <cmath>
#include <utility>

#include <nlohmann/json.hpp>

namespace gradus {

LinearModel::LinearModel(std::vector<Feature> features) : features_(std::move(features)) {}

float LinearModel::score(std::span<const float> features) const {
    double sum = 0.0;
    for (std::size_t j = 0; j < features_.size(); ++j) {
        if (std::isnan(features[j])) continue;
        const Feature& feature = features_[j];
        sum +=
            feature.weight * ((static_cast<double>(features[j]) - feature.mean) / feature.spread);
    }
    return static_cast<float>(sum);
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
    return json.dump(1) + "\n";
}

std::unique_ptr<const LinearModel> LinearModel::from_json(const nlohmann::json& json) {
    std::vector<Feature> features;
    for (const auto& item : json.at("features")) {
        features.push_back(
            {item.at("name"), item.at("mean"), item.at("spread"), item.at("weight")});
    }
    return std::make_unique<LinearModel>(std::move(features));
}

}  // namespace gradus
