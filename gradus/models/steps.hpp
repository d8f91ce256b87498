#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/data/transforms/thresholds.hpp"
#include "gradus/models/model.hpp"
#include "gradus/models/training_notes.hpp"

namespace gradus {

class Json;

/// Scores by Σ_f step_f(x_f): each feature has a step function, which jumps by a learned weight at
/// each of its thresholds. It is a linear model on the bits 1[x_f > k] (Yue, Finley, Radlinski &
/// Joachims, SIGIR 2007, section 4.2). A missing value is beyond no threshold.
class StepModel final : public Model {
  public:
    /// A jump for each threshold, feature by feature.
    StepModel(Thresholds thresholds, std::vector<double> jumps, TrainingNotes notes = {});

    const Thresholds& thresholds() const { return thresholds_; }
    /// The function of a feature: its value beyond the first 0, 1, … thresholds.
    std::span<const double> heights(std::size_t feature) const {
        return std::span(heights_).subspan(begins_[feature],
                                           thresholds_.of_feature[feature].size() + 1);
    }
    /// How far the function of a feature reaches from its lowest to its highest value.
    double reach(std::size_t feature) const;
    const TrainingNotes& notes() const override { return notes_; }

    std::string_view kind() const override { return "steps"; }
    std::size_t features() const override { return thresholds_.features(); }
    const std::string& feature_name(std::size_t feature) const override {
        return thresholds_.feature_names[feature];
    }
    std::string to_text() const override;
    /// Error, naming `source`, where the JSON is no such model.
    static std::unique_ptr<const StepModel> from_json(const Json& json, const std::string& source);

  private:
    std::string details() const override;
    float score_one(std::span<const float> features) const override;
    /// The terms of the sum.
    std::optional<Explanation> explain_one(std::span<const float> features) const override;

    double term(std::size_t feature, float value) const {
        return heights_[begins_[feature] + thresholds_.bin(feature, value)];
    }

    Thresholds thresholds_;
    std::vector<double> jumps_;
    std::vector<std::size_t> begins_;  ///< of a feature's heights
    std::vector<double> heights_;
    TrainingNotes notes_;
};

}  // namespace gradus
