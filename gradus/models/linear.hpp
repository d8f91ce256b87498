#pragma once

#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "gradus/models/model.hpp"

namespace gradus {

/// Scores by Σ_j weight_j (x_j − mean_j) / spread_j. A missing value counts as the mean.
class LinearModel final : public Model {
  public:
    /// How a feature was standardised when the weights were learned.
    struct Feature {
        std::string name;
        double mean = 0.0;
        double spread = 1.0;
        double weight = 0.0;
    };
    explicit LinearModel(std::vector<Feature> features);

    const std::vector<Feature>& weights() const { return features_; }
    std::size_t features() const override { return features_.size(); }
    float score(std::span<const float> features) const override;
    std::string to_text() const override;
    static std::unique_ptr<const LinearModel> from_json(const nlohmann::json& json);

  private:
    std::vector<Feature> features_;
};

}  // namespace gradus
