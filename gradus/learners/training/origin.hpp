#pragma once

#include <string>

#include "gradus/learners/learner.hpp"

namespace gradus {

/// A checksum of all that decides the course of a training: the data, the parameters with the seed,
/// the targets, and `further` for what else there is.
std::string training_origin(const Dataset& train,
                            const FitContext& context,
                            const TrainingNotes& notes,
                            const std::string& further = {});

}  // namespace gradus
