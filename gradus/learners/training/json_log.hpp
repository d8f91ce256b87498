#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>

#include "gradus/base/progress.hpp"
#include "gradus/learners/learner.hpp"

namespace gradus {

class Json;

/// A file that grows by one line of JSON a step, for viewers that follow a training; "-" is
/// standard output. A training that goes on adds to it: lines may come again, and the newest of a
/// step counts; where there was no checkpoint to go on from, a line {"resumed":0} marks the
/// beginning. A training that starts anew has a log of its own (check_log).
class JsonLog {
  public:
    /// Without a log where `files` names none. Error where it cannot be written.
    JsonLog(const TrainingFiles& files, Progress& progress);

    bool is_open() const { return file_ != nullptr; }
    /// Since the log was opened.
    double seconds() const;
    /// Nothing where there is no log. A failure costs a note and the rest of the log, not the
    /// training.
    void write(const Json& line);
    /// A line that says after which step a training goes on.
    void resume(std::size_t step);

  private:
    struct Close {
        void operator()(std::FILE* file) const;
    };
    std::string path_;
    Progress& progress_;
    std::unique_ptr<std::FILE, Close> file_;
    std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

}  // namespace gradus
