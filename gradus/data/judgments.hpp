#pragma once

#include <cstddef>
#include <vector>

#include "gradus/data/string_column.hpp"

namespace gradus {

/// Judged documents by query, as a TREC qrels file holds them. Queries keep the order in which they
/// first appear in the file, and so do the documents of a query; each document is there once.
/// Grades are as written: negative ones (spam, or "not judged" by some tracks' habit) are kept for
/// the user of the judgments to decide on.
struct Judgments {
    StringColumn query_ids;
    std::vector<std::size_t>
        query_begins;  ///< first judgment of each query, then the number of judgments
    StringColumn document_ids;
    std::vector<float> grades;

    std::size_t queries() const { return query_ids.size(); }
    std::size_t documents() const { return grades.size(); }

    friend bool operator==(const Judgments&, const Judgments&) = default;
};

struct Dataset;

/// The grades of a data set, each document by its id, or by its index within the query where it has
/// none. A document whose grade is missing is not judged.
Judgments judgments_of(const Dataset& data);

}  // namespace gradus
