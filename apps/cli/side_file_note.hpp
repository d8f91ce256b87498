#pragma once

#include <string>

#include "apps/cli/command.hpp"
#include "gradus/data/dataset.hpp"
#include "gradus/learners/learner.hpp"

namespace gradus::cli {

/// What data is read for, as far as weights go.
enum class DataUse : unsigned char { looking, training, validation };

/// Says which files beside `path` its data was read with, and who uses them; and where weights came
/// with the data that the learner does not use. Says nothing where there are neither. `learner` is
/// that of a training.
void note_side_files(const Dataset& data,
                     const std::string& path,
                     DataUse use,
                     const LearnerEntry* learner,
                     Session& session);

}  // namespace gradus::cli
