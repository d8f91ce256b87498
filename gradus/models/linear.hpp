#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/models/model.hpp"
#include "gradus/models/training_notes.hpp"

namespace gradus {

class Json;

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
    explicit LinearModel(std::vector<Feature> features, TrainingNotes notes = {});

    const std::vector<Feature>& weights() const { return features_; }
    const TrainingNotes& notes() const override { return notes_; }
    std::string_view kind() const override { return "linear"; }
    std::size_t features() const override { return features_.size(); }
    const std::string& feature_name(std::size_t feature) const override {
        return features_[feature].name;
    }
    std::string to_text() const override;
    /// Error, naming `source`, where the JSON is no such model.
    static std::unique_ptr<const LinearModel> from_json(const Json& json,
                                                        const std::string& source);

  private:
    std::string details() const override;
    float score_one(std::span<const float> features) const override;
    /// The terms of the sum. They are Shapley values, as no term depends on another feature.
    std::optional<Explanation> explain_one(std::span<const float> features) const override;

    double term(std::size_t feature, float value) const;

    std::vector<Feature> features_;
    TrainingNotes notes_;
};

}  // namespace gradus
