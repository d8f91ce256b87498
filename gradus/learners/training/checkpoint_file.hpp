#pragma once

#include <string>

#include "gradus/base/file_lock.hpp"
#include "gradus/base/progress.hpp"
#include "gradus/learners/learner.hpp"
#include "gradus/learners/training/origin.hpp"

namespace gradus {

/// A file that a long training writes now and then, to go on from after a break.
class CheckpointFile {
  public:
    /// Error where check_checkpoint() objects, or while another training writes the file.
    CheckpointFile(const TrainingFiles& files, Progress& progress);

    const std::string& path() const { return files_.checkpoint; }
    bool is_wanted() const { return !files_.checkpoint.empty(); }
    /// Whether a file is wanted and the last one is old enough.
    bool is_due() const;
    /// A failure costs a note, not the training.
    void save(const std::string& text);
    /// Whether there is a file; a note where there is none.
    bool is_there() const;
    /// The text that was saved. Error where the file is not a checkpoint, is damaged, or belongs to
    /// a training of another origin, with what differs.
    std::string load(const Origin& origin) const;

  private:
    const TrainingFiles& files_;
    Progress& progress_;
    double last_saved_;
    bool told_of_failure_ = false;
    FileLock lock_;
};

/// How trees, whose checkpoint is a model, call the origin among the parameters.
inline constexpr const char* origin_parameter = "checkpoint of";
/// An origin as one text.
std::string origin_text(const Origin& origin);
/// Error: the file is not a checkpoint.
[[noreturn]] void refuse_no_checkpoint(const std::string& path);

}  // namespace gradus
