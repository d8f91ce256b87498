#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gradus/data/string_column.hpp"

namespace gradus {

/// Judged documents by query, as a TREC qrels file holds them. Queries and documents keep the order
/// of the file. Grades are as written: negative ones (spam, or "not judged" by some tracks' habit)
/// are kept for the user of the judgments to decide on.
struct Judgments {
    StringColumn query_ids;
    std::vector<std::size_t>
        query_begins;  ///< first judgment of each query, then the number of judgments
    StringColumn document_ids;
    std::vector<float> grades;
};

}  // namespace gradus
