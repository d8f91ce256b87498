#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "gradus/base/json.hpp"
#include "gradus/evaluation/evaluator.hpp"
#include "gradus/learners/learner.hpp"

namespace gradus {

/// A step of a training and what some targets came to there.
struct ChosenStep {
    std::size_t step = 0;  ///< from 1; 0 = none yet
    std::vector<double> values = {};

    static constexpr auto json_fields =
        std::tuple{JsonField{"step", &ChosenStep::step}, JsonField{"values", &ChosenStep::values}};
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
    std::span<const NamedMeasure> targets() const { return targets_; }

    /// Measures everything by the scores of the validation documents.
    void look(std::size_t step, std::span<const float> scores);
    /// Where there is no validation data, a choice by one value of the training's own.
    void record(std::size_t step, double value);

    /// By target, at the newest step.
    std::span<const double> values() const { return values_; }
    const ChosenStep& best() const { return best_.front(); }
    /// For an alternative.
    const ChosenStep& best_for(std::size_t alternative) const { return best_[1 + alternative]; }

    /// To the line of a log: the values on validation data at the newest step, and the best step.
    void add_to(Json& line) const;
    /// "ndcg@10 0.4321, p@5 0.5": the values at the best step.
    std::string best_text() const;

    /// For checkpoints: the best by --stop-on, then those of the alternatives.
    const std::vector<ChosenStep>& state() const { return best_; }
    void restore(std::vector<ChosenStep> state) { best_ = std::move(state); }

  private:
    static void keep_if_better(std::size_t step,
                               std::span<const double> values,
                               std::span<const NamedMeasure> targets,
                               ChosenStep& best);

    const FitContext& context_;
    std::span<const NamedMeasure> targets_;
    std::unique_ptr<const Evaluator> evaluator_;  ///< of the targets, then the alternatives
    std::vector<double> values_;
    std::vector<double> also_values_;
    std::vector<ChosenStep> best_;
};

}  // namespace gradus
