#pragma once

#include "gradus/learners/learner.hpp"

namespace gradus {

/// What was written by an earlier training is not lost without a word. Error where a checkpoint is
/// there, and the training neither goes on from it (resume) nor starts anew on purpose (force);
/// where something else than a checkpoint is there; where a checkpoint cannot be kept.
void check_checkpoint(const TrainingFiles& files);
/// The same for the log, which a training that goes on adds to.
void check_log(const TrainingFiles& files);
/// Both, and that they are not one file. For who wants to know before the data is read; fit()
/// checks by itself.
void check_training_files(const TrainingFiles& files);

}  // namespace gradus
