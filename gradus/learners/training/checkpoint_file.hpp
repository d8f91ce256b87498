#pragma once

#include <optional>
#include <string>

#include "gradus/base/progress.hpp"
#include "gradus/learners/learner.hpp"

namespace gradus {

/// A file that a long training writes now and then, to go on from after a break.
class CheckpointFile {
  public:
    /// Error where check_checkpoint() objects. `progress` may be none.
    CheckpointFile(const TrainingFiles& files, Progress* progress);

    const std::string& path() const { return files_.checkpoint; }
    bool is_wanted() const { return !files_.checkpoint.empty(); }
    /// Whether a file is wanted and the last one is old enough.
    bool is_due() const;
    /// A failure costs a note, not the training.
    void save(const std::string& text);
    /// Whether there is a file; a note where there is none.
    bool is_there() const;

  private:
    const TrainingFiles& files_;
    Progress* progress_;
    double last_saved_;
    bool told_of_failure_ = false;
};

/// Error: the file is of a training that was started with something else.
[[noreturn]] void refuse_other_origin(const std::string& path);
/// Error: the file is no checkpoint.
[[noreturn]] void refuse_no_checkpoint(const std::string& path);

}  // namespace gradus
