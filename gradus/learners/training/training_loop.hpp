#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gradus/learners/learner.hpp"
#include "gradus/learners/training/stepper.hpp"
#include "gradus/learners/training/validation_tracker.hpp"

namespace gradus {

/// How far a training goes, and what things are called in it.
struct LoopPlan {
    std::string unit;            ///< what a step is called: "tree"
    std::string limit = {};      ///< the parameter that limits the steps; "" = none does by itself
    std::size_t steps = 1;       ///< maximum per candidate
    std::size_t patience = 0;    ///< steps without a better value before it is done; 0 = any number
    bool may_end_early = false;  ///< for the progress: all steps are the most that there can be
    std::vector<std::string> candidates = {""};  ///< what tells each from the others: "beta=0.5"
    /// Several candidates need validation data to choose from.
    bool needs_validation_to_choose = false;
    Pick pick = Pick::tolerance;
    TrainingNotes notes = {};    ///< for the model file
    std::string objective = {};  ///< what the course depends on besides, for checkpoints
};

/// Trains, step by step, as stepper.hpp tells: validation and the best step of all candidates, the
/// log, progress, checkpoints, alternatives, requests to stop, outcome and refusals. `make` makes
/// the stepper once nothing stands in the way. None where the training was told to stop before
/// there was a model. The same bytes whether or not it was cut off and resumed in between.
std::unique_ptr<const Model> run_training(const Dataset& train,
                                          const FitContext& context,
                                          const LoopPlan& plan,
                                          const std::function<std::unique_ptr<Stepper>()>& make);

/// Error: of several values of this parameter none can be chosen without validation data.
[[noreturn]] void refuse_to_choose_blindly(const std::string& parameter);

}  // namespace gradus
