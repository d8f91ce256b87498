#pragma once

#include <memory>

#include "gradus/learners/ascent/search/ascent_params.hpp"
#include "gradus/learners/learner.hpp"

namespace gradus::ascent {

/// Trains a linear model on standardised features. The weights, from several starts, move one at a
/// time to where the measure is best; the best round on the validation data is kept. The same bytes
/// for any number of threads, and whether or not training was cut off and resumed in between.
std::unique_ptr<const Model> ascend(const Dataset& train,
                                    const FitContext& context,
                                    const AscentParams& params,
                                    const TrainingNotes& notes);

}  // namespace gradus::ascent
