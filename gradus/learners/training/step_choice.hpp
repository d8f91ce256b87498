#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "gradus/learners/learner.hpp"

namespace gradus {

/// A step of a training and what some targets came to there.
struct ChosenStep {
    std::size_t step = 0;  ///< from 1; 0 = none yet
    std::vector<double> values = {};
};

/// Chooses the best step of a training: by --stop-on, or by what it is trained for, and for each
/// alternative one of its own. Of equals the first.
class StepChoice {
  public:
    /// The context must outlive it.
    explicit StepChoice(const FitContext& context);

    /// Whether there is validation data to choose on.
    bool has_data() const { return context_.valid != nullptr; }
    /// What chooses.
    std::span<const Target> targets() const { return targets_; }

    /// Measures everything by the scores of the validation documents.
    void look(std::size_t step, std::span<const float> scores);
    /// Where there is no validation data, a choice by one value of the training's own.
    void look_at(std::size_t step, double value);

    /// By target, at the newest step.
    std::span<const double> values() const { return values_; }
    const ChosenStep& best() const { return best_.front(); }
    /// For an alternative.
    const ChosenStep& best_for(std::size_t alternative) const { return best_[1 + alternative]; }

    /// To the line of a log: the values on validation data at the newest step, and the best step.
    void add_to(nlohmann::ordered_json& line) const;
    /// "ndcg@10 0.4321, p@5 0.5": the values at the best step.
    std::string best_text() const;

    /// For checkpoints: the best by --stop-on, then those of the alternatives.
    const std::vector<ChosenStep>& state() const { return best_; }
    void restore(std::vector<ChosenStep> state) { best_ = std::move(state); }

  private:
    static void keep_if_better(std::size_t step,
                               std::span<const double> values,
                               std::span<const Target> targets,
                               ChosenStep& best);
    double measure(const Target& target, std::span<const float> scores) const;

    const FitContext& context_;
    std::span<const Target> targets_;
    std::vector<double> values_;
    std::vector<double> also_values_;
    std::vector<ChosenStep> best_;
};

/// For checkpoints.
void to_json(nlohmann::json& json, const ChosenStep& chosen);
void from_json(const nlohmann::json& json, ChosenStep& chosen);

}  // namespace gradus
