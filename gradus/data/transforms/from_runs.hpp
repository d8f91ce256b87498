#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "gradus/base/text_source.hpp"
#include "gradus/data/dataset.hpp"
#include "gradus/data/judgments.hpp"
#include "gradus/data/run.hpp"

namespace gradus {

/// A run and where it came from, for messages. Its tag names the feature that it becomes.
struct SourceRun {
    std::string source;
    Run run;
};

/// A line of a list of tags.
struct ListedTag {
    std::string tag;
    std::size_t line = 0;
};

/// Reads a list of tags: one a line; '#' at the start of a word begins a comment.
std::vector<ListedTag> read_tag_list(TextSource source);

/// What a run is called by.
enum class RunNames : unsigned char { tag, file };

/// Throws Error, naming both files, when two runs have the same tag, or name where files name them.
void require_different_tags(std::span<const SourceRun> runs, RunNames names = RunNames::tag);

/// For each run, true when it is short: it returned fewer than `least` documents for a query of the
/// judgments. Only queries for which at least one of the runs returned something count, and a run
/// that lacks such a query returned 0 documents for it.
std::vector<bool> find_short_runs(const Judgments& judgments,
                                  std::span<const SourceRun> runs,
                                  std::size_t least);

/// What becomes of a document that nobody judged.
enum class Unjudged : unsigned char { nonrelevant, drop };

/// The score of a document that a run did not return, for a query.
enum class NotReturned : unsigned char {
    keep,   ///< missing (NaN)
    least,  ///< the least that the run gave any document for the query; 0 where it has none
    zero
};

struct FromRunsOptions {
    std::size_t depth = 1000;  ///< documents of each run and query, from the top
    Unjudged unjudged = Unjudged::nonrelevant;
    NotReturned not_returned = NotReturned::keep;
};

struct FromRuns {
    Dataset data{};
    std::size_t queries_without_documents = 0;  ///< judged, but left out
    std::size_t queries_without_judgments = 0;  ///< in some run, but left out
    std::size_t unjudged_documents = 0;         ///< taken as not relevant, or dropped
    std::size_t negative_grades = 0;            ///< taken as 0
    std::size_t relevant_documents = 0;         ///< judged above 0
    std::size_t relevant_left_out = 0;  ///< of them: no run has them among its first documents
    std::size_t most_left_out = 0;      ///< of one query
    std::string most_left_out_query{};  ///< and which
};

/// Data to rank out of retrieval runs (Yue, Finley, Radlinski & Joachims, SIGIR 2007, section 4):
/// for each query of the judgments the union of the first `depth` documents of each run
/// (documents_by_score), with the score of run j as feature j; `not_returned` tells what it is
/// where the run did not return the document at all. Queries are in the order of the judgments,
/// documents in rising order of their ids. Scores become 32-bit floats; Error where one is too
/// large, and where no document is left.
FromRuns dataset_from_runs(const Judgments& judgments,
                           std::span<const SourceRun> runs,
                           const FromRunsOptions& options);

}  // namespace gradus
