#pragma once

#include <string>

#include "gradus/base/progress.hpp"
#include "gradus/base/text_source.hpp"
#include "gradus/data/judgments.hpp"

namespace gradus {

/// Reads a TREC qrels file: `query iteration document grade`.
Judgments read_qrels(TextSource source,
                     Progress& progress = silent_progress(),
                     unsigned threads = 1);

/// Writes them query by query, with iteration 0.
void write_qrels(const Judgments& judgments, const std::string& path);

}  // namespace gradus
