#pragma once

#include <string>

#include "gradus/base/output_place.hpp"
#include "gradus/learners/learner.hpp"

namespace gradus {

/// Whether the file is there and holds something.
bool has_content(const OutputPlace& place);
/// Every learner's checkpoint is JSON that calls itself one.
bool is_checkpoint_text(const std::string& text);

/// What was written by an earlier training is not lost without a word. Error where a checkpoint is
/// there, and the training neither goes on from it (resume) nor starts anew on purpose (force);
/// where something else than a checkpoint is there; where a checkpoint cannot be kept.
void check_checkpoint(const TrainingFiles& files);
/// The same for the log, which a training that goes on adds to.
void check_log(const TrainingFiles& files);
/// Error: another training is writing the file, which is the log or the checkpoint.
[[noreturn]] void refuse_shared(const std::string& path, const char* what);
/// Both, and that they are not one file. For who wants to know before the data is read; fit()
/// checks by itself.
void check_training_files(const TrainingFiles& files);

}  // namespace gradus
