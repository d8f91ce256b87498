#pragma once

#include <cstddef>
#include <memory>

#include "gradus/learners/learner.hpp"
#include "gradus/learners/training/validation_tracker.hpp"
#include "gradus/learners/trees/boosting/gbdt_params.hpp"
#include "gradus/objectives/diagnostics/lambda_trace.hpp"
#include "gradus/objectives/objective.hpp"

namespace gradus::gbdt {

using gradus::Pick;

/// What to boost.
struct BoostingPlan {
    const Objective& objective;
    GbdtParams params;
    TrainingNotes notes;  ///< for the model file
    Pick pick = Pick::tolerance;
    LambdaTrace* trace = nullptr;  ///< of the training data, for the log
    std::size_t trace_every = 1;   ///< trees from one look to the next
};

/// Adds tree after tree to the start, each a step down the objective; returns the best number of
/// them on the validation data, or all where there is none. The same bytes for any number of
/// threads, and whether or not training was cut off and resumed in between.
std::unique_ptr<const Model> boost(const Dataset& train,
                                   const FitContext& context,
                                   const BoostingPlan& plan);

}  // namespace gradus::gbdt
