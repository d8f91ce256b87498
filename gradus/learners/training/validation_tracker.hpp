#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "gradus/base/json.hpp"
#include "gradus/evaluation/evaluator.hpp"
#include "gradus/learners/learner.hpp"

namespace gradus {

/// How the best step is chosen where there are several tiers (Svore, Volkovs & Burges, WWW 2011,
/// section 4).
enum class Pick : unsigned char {
    tolerance,  ///< lexicographically, each tier with its target's tolerance
    graded      ///< of those not significantly worse on the first tier the best on the second; an
                ///< earlier step may become the best again, so all must be there to go back to
};

/// A place in a training.
struct StepPlace {
    std::size_t candidate = 0;  ///< of those tried one after the other, from 0
    std::size_t step = 0;       ///< of the candidate, from 1; 0 = before the first

    bool operator==(const StepPlace&) const = default;
};

/// A step that is the best so far, and what its measures came to there.
struct KeptStep {
    std::size_t candidate = 0;
    std::size_t step = 0;
    std::vector<double> values = {};  ///< by measure; empty where nothing chooses

    StepPlace place() const { return {candidate, step}; }
    static constexpr auto json_fields = std::tuple{JsonField{"candidate", &KeptStep::candidate},
                                                   JsonField{"step", &KeptStep::step},
                                                   JsonField{"values", &KeptStep::values}};
};

/// Follows the measures that choose as a training goes on, and tells which step is the best: by
/// FitContext::stop_on or, without it, by what it is trained for (slot 0), and by each alternative
/// (slots 1, 2, …). Of equals the first. Where there is no validation data, it chooses by a value
/// of the training's own; where there is none, the newest step is the best.
class ValidationTracker {
  public:
    /// The context must outlive it.
    ValidationTracker(const FitContext& context, Pick pick);

    bool has_data() const { return evaluator_ != nullptr; }
    /// Whether anything tells a better step from a worse one.
    bool chooses() const { return best() != nullptr && !best()->values.empty(); }
    /// What chooses for slot 0.
    std::span<const NamedMeasure> targets() const { return targets_; }

    /// From here on patience counts anew.
    void begin_candidate() { best_of_candidate_.reset(); }
    /// Measures everything by the scores of the validation documents.
    void look(const StepPlace& place, std::span<const float> scores);
    /// Without validation data: the training's own value, where it has one.
    void record(const StepPlace& place, std::optional<double> value);

    /// At the newest step, by target and then by alternative.
    std::span<const double> values() const { return values_; }
    std::size_t slots() const { return best_.size(); }
    /// Null before the first step.
    const KeptStep* best(std::size_t slot = 0) const {
        const std::optional<KeptStep>& best = best_[slot];
        return best ? &*best : nullptr;
    }
    /// Steps of the candidate since its best one.
    std::size_t since_best() const;

    /// All that later choices depend on, but for Pick::graded, which needs to see every step again.
    struct State {
        std::vector<std::optional<KeptStep>> best;
        std::optional<KeptStep> best_of_candidate;

        static constexpr auto json_fields =
            std::tuple{JsonField{"best", &State::best},
                       JsonField{"best_of_candidate", &State::best_of_candidate}};
    };
    State state() const { return {best_, best_of_candidate_}; }
    void restore(State state);

  private:
    bool is_graded() const { return pick_ == Pick::graded && targets_.size() > 1; }
    void choose_graded(const StepPlace& place, QueryValues first_tier);

    const FitContext& context_;
    Pick pick_;
    std::span<const NamedMeasure> targets_;
    std::unique_ptr<const Evaluator> evaluator_;  ///< of the targets, then the alternatives
    std::vector<double> values_;
    StepPlace newest_;
    std::vector<std::optional<KeptStep>> best_;    ///< by slot
    std::optional<KeptStep> best_of_candidate_;    ///< by the targets
    std::vector<KeptStep> history_;                ///< for Pick::graded: every step,
    std::vector<std::vector<double>> first_tier_;  ///< and its first tier by query
};

}  // namespace gradus
