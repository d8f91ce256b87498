#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/data/transforms/thresholds.hpp"
#include "gradus/models/model.hpp"
#include "gradus/models/training_notes.hpp"

namespace gradus {

/// Scores by Σ_f step_f(x_f): each feature has a step function, which jumps by a learned weight at
/// each of its thresholds. It is a linear model on the bits 1[x_f > k] (Yue, Finley, Radlinski &
/// Joachims, SIGIR 2007, section 4.2). A missing value is beyond no threshold.
class StepModel final : public Model {
  public:
    static constexpr std::string_view kind_name = "steps";

    /// A jump for each threshold, feature by feature.
    StepModel(Thresholds thresholds, std::vector<double> jumps, TrainingNotes notes = {});

    const Thresholds& thresholds() const { return thresholds_; }
    std::span<const double> jumps() const { return jumps_; }
    /// The function of a feature: its value beyond the first 0, 1, … thresholds.
    std::span<const double> heights(std::size_t feature) const {
        return std::span(heights_).subspan(begins_[feature],
                                           thresholds_.of_feature[feature].size() + 1);
    }
    /// How far the function of a feature reaches from its lowest to its highest value.
    double reach(std::size_t feature) const;
    /// The value of a feature's function.
    double height(std::size_t feature, float value) const {
        return heights_[begins_[feature] + thresholds_.bin(feature, value)];
    }

    std::string_view kind() const override { return kind_name; }
    std::size_t features() const override { return thresholds_.features(); }
    const std::string& feature_name(std::size_t feature) const override {
        return thresholds_.feature_names[feature];
    }
    const TrainingNotes& notes() const override { return notes_; }
    std::vector<Importance> importance() const override;
    std::vector<bool> used_features() const override;
    bool takes_missing_as_mean() const override { return false; }
    std::vector<ModelSize> sizes() const override {
        return {{.name = "thresholds", .count = thresholds_.bits()}};
    }

  private:
    AnyModel as_any() const override { return this; }
    std::string details() const override;
    float score_one(std::span<const float> features) const override;
    /// The terms of the sum.
    std::optional<Explanation> explain_one(std::span<const float> features) const override;

    Thresholds thresholds_;
    std::vector<double> jumps_;
    std::vector<std::size_t> begins_;  ///< of a feature's heights
    std::vector<double> heights_;
    TrainingNotes notes_;
};

}  // namespace gradus
