#pragma once

#include <string>

#include "gradus/base/progress.hpp"
#include "gradus/base/text_source.hpp"
#include "gradus/data/run.hpp"

namespace gradus {

/// Reads a TREC run file: `query Q0 document rank score tag`. Words behind the tag are skipped, as
/// trec_eval does.
Run read_run(TextSource source, Progress& progress = silent_progress(), unsigned threads = 1);

/// Writes the documents in their order, with the rank that their score gives them
/// (documents_by_score).
void write_run(const Run& run, const std::string& path);

}  // namespace gradus
