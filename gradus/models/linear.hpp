#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/data/feature_scale.hpp"
#include "gradus/models/model.hpp"
#include "gradus/models/training_notes.hpp"

namespace gradus {

/// Scores by Σ_j weight_j (x_j − mean_j) / spread_j. A missing value counts as the mean.
class LinearModel final : public Model {
  public:
    static constexpr std::string_view kind_name = "linear";

    struct Feature {
        std::string name;
        FeatureScale scale{};  ///< how it was standardised when the weights were learned
        double weight = 0.0;

        double term(float value) const { return weight * scale.standardised(value); }
    };
    explicit LinearModel(std::vector<Feature> features, TrainingNotes notes = {});

    const std::vector<Feature>& weights() const { return features_; }

    std::string_view kind() const override { return kind_name; }
    std::size_t features() const override { return features_.size(); }
    const std::string& feature_name(std::size_t feature) const override {
        return features_[feature].name;
    }
    const TrainingNotes& notes() const override { return notes_; }
    std::vector<Importance> importance() const override;
    std::vector<bool> used_features() const override;
    bool takes_missing_as_mean() const override { return true; }
    std::vector<ModelSize> sizes() const override { return {}; }

  private:
    AnyModel as_any() const override { return this; }
    std::string details() const override;
    float score_one(std::span<const float> features) const override;
    /// The terms of the sum. They are Shapley values, as no term depends on another feature.
    std::optional<Explanation> explain_one(std::span<const float> features) const override;

    std::vector<Feature> features_;
    TrainingNotes notes_;
};

}  // namespace gradus
