#pragma once

#include <string>
#include <vector>

#include "apps/cli/command.hpp"
#include "gradus/models/training_notes.hpp"

namespace gradus::cli {

/// A training that is over, for people.
struct TrainingReport {
    const TrainingOutcome& outcome;
    double seconds = 0.0;
    std::vector<std::string> files = {};  ///< that were written
    std::string checkpoint = {};          ///< "" = none
    bool was_to_keep = false;             ///< the best model so far, when interrupted
};

/// What came of it: on stdout, or on stderr where that has the model; nothing with --quiet.
void report_outcome(const TrainingReport& report, const Session& session);

/// After a signal: what is left of the training and the command that goes on from there, and the
/// exit code that tells of it.
void report_interruption(const TrainingReport& report, Session& session);

/// The command line that was typed, as a shell would take it again.
std::string shell_text(const std::vector<std::string>& arguments);

}  // namespace gradus::cli
