#pragma once

#include <string>

#include "apps/cli/command.hpp"
#include "gradus/data/dataset.hpp"
#include "gradus/learners/learner.hpp"

namespace gradus::cli {

/// Says so, before training, where many values of the training data are missing and the learner's
/// models take a missing one as the feature's mean, which may rank documents high that nothing is
/// known of, or leave nothing to learn.
void note_missing_values(const LearnerEntry& learner,
                         const Settings& settings,
                         const Dataset& data,
                         const std::string& name,
                         Session& session);

}  // namespace gradus::cli
