#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/data/formats/trec/lines.hpp"

namespace gradus::trec {

/// What stands in some lines of a TREC file; the texts are views of them. Slices are parsed side by
/// side, so rows and lines are counted from the slice's own start.
template <class Value>
struct Slice {
    /// Lines of one query that stand together.
    struct Stretch {
        std::string_view query;
        std::size_t begin;  ///< first row; the end is where the next stretch begins
    };

    std::vector<Value> values;
    std::vector<std::string_view> documents;
    std::vector<Stretch> stretches;
    std::vector<std::size_t> blank_rows;  ///< for each line without a row: the row behind it
    std::size_t document_bytes = 0;       ///< of the ids of all documents
    std::size_t lines = 0;
    std::string_view last_field;  ///< of the first row

    /// Forgets all but the memory.
    void clear();
};

/// Where lines come from, for messages.
struct SlicePlace {
    const std::string& name;
    std::size_t first_line;  ///< counted from 1
};

/// Parses whole lines. Error where one is not of the shape or its value is not a finite number.
template <class Value>
void parse_slice(std::string_view text,
                 const Shape& shape,
                 const SlicePlace& place,
                 Slice<Value>& slice);

/// A query id that would not be read back: at the start of a line a comment; at the start of a file
/// nothing, or compressed data.
bool reads_as_other(std::string_view query);

}  // namespace gradus::trec
