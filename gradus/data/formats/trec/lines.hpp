#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/base/progress.hpp"
#include "gradus/base/text_source.hpp"
#include "gradus/data/string_column.hpp"

namespace gradus::trec {

/// The query is the first field of every TREC line, the document the third.
constexpr std::size_t query_field = 0;
constexpr std::size_t document_field = 2;
constexpr std::size_t most_fields = 6;

/// What the lines of one kind of TREC file look like, and the words to complain about them.
struct Shape {
    std::size_t fields;         ///< at most most_fields
    std::size_t value_field;    ///< counted from 0
    bool more_allowed;          ///< words behind the last field are skipped
    std::string_view line;      ///< "query iteration document grade"
    std::string_view value;     ///< "grade"
    std::string_view done;      ///< what happened to a document: "judged"
    std::string_view document;  ///< "judged document"
};

/// What stands in the file: values of documents, grouped by query.
template <class Value>
struct Lines {
    StringColumn query_ids;
    std::vector<std::size_t> query_begins;  ///< of each query, then the number of documents
    StringColumn document_ids;
    std::vector<Value> values;
    std::string last_field;  ///< of the first line
};

/// Reads all lines. Queries and the documents of a query stay in the order of the file; a query
/// that comes back later is one query. Error where a line is not of the shape, a value is not a
/// finite number, a document comes twice for a query, or there is no line; the same result and the
/// same error for any number of threads. Value: float or double.
template <class Value>
Lines<Value> read_lines(TextSource source,
                        const Shape& shape,
                        Progress& progress,
                        unsigned threads);

/// Writers refuse what would not be read back as the same; `path` stands in the message. An id is
/// not empty and holds no blanks or control bytes; `what` is "document" or "tag".
void check_id(std::string_view id, std::string_view what, const std::string& path);
/// An id that moreover does not make its line a comment.
void check_query(std::string_view id, const std::string& path);
/// The documents [begin, end) of a query have ids of their own.
void check_distinct(const StringColumn& documents,
                    std::size_t begin,
                    std::size_t end,
                    std::string_view query,
                    const std::string& path);
void check_value(double value,
                 std::string_view query,
                 std::string_view document,
                 const Shape& shape,
                 const std::string& path);

}  // namespace gradus::trec
