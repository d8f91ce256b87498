#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gradus/data/string_column.hpp"

namespace gradus {

/// What a retrieval system returned, as a TREC run file holds it. Queries and documents keep the
/// order of the file: whoever ranks sorts by score, never by the rank column.
struct Run {
    std::string tag;  ///< name of the system, of the first line
    StringColumn query_ids;
    std::vector<std::size_t>
        query_begins;  ///< first document of each query, then the number of documents
    StringColumn document_ids;
    std::vector<double> scores;
};

}  // namespace gradus
