#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gradus/data/dataset.hpp"

namespace gradus {

/// What a query of one data set has in common with one of another.
enum class Sharing : unsigned char {
    features,   ///< the id, and documents with the same features
    documents,  ///< the id and the ids of documents, though not their features
    id,         ///< the id alone: the same query with other documents, or a coincidence
    other_id    ///< all documents by their features, but not the id
};

struct SharedQuery {
    Sharing what = Sharing::id;
    std::size_t first = 0;   ///< the query in the first data set
    std::size_t second = 0;  ///< and in the second
};

/// What a data set is compared by: a checksum for each document and each query.
struct QueryPrints {
    /// Of the values that are neither 0 nor missing, so that a sparse file, which may end at an
    /// earlier feature, has the same; 0 where there is no such value.
    std::vector<std::uint64_t> documents;
    /// Of the documents, in any order; 0 where fewer than two of them differ, which says too
    /// little.
    std::vector<std::uint64_t> queries;
};

/// Features are told apart by their names, in any order of columns, or else by their numbers.
QueryPrints query_prints(const Dataset& data, bool by_name, unsigned threads);

/// The queries of the second data set that the first has too, in the order of the second. Documents
/// are in common where at least half of those of the smaller query are: by their features, not
/// counting documents without any value other than 0, or else by their ids. Costs a pass over both
/// data sets and 8 bytes a document. Features count as in match_columns.
std::vector<SharedQuery> shared_queries(const Dataset& first,
                                        const Dataset& second,
                                        unsigned threads);
/// The same with prints that are there already.
std::vector<SharedQuery> shared_queries(const Dataset& first,
                                        const QueryPrints& prints_of_first,
                                        const Dataset& second,
                                        const QueryPrints& prints_of_second);

/// The queries of one data set with the documents of an earlier one, which is `first`.
std::vector<SharedQuery> repeated_queries(const Dataset& data, unsigned threads);

}  // namespace gradus
