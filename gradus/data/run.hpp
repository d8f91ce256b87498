#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gradus/data/string_column.hpp"

namespace gradus {

/// What a retrieval system returned, as a TREC run file holds it. Queries keep the order in which
/// they first appear in the file, and so do the documents of a query; each document is there once.
/// Whoever ranks sorts by score, never by the rank column.
struct Run {
    std::string tag;  ///< name of the system, of the first line
    StringColumn query_ids;
    std::vector<std::size_t>
        query_begins;  ///< first document of each query, then the number of documents
    StringColumn document_ids;
    std::vector<double> scores;

    std::size_t queries() const { return query_ids.size(); }
    std::size_t documents() const { return scores.size(); }

    friend bool operator==(const Run&, const Run&) = default;
};

/// The documents of a query from the top: by score, the highest first; equal scores by document id,
/// the largest first (bytes compared), as trec_eval has it. Indices into `document_ids`.
std::vector<std::size_t> documents_by_score(const Run& run, std::size_t query);

}  // namespace gradus
