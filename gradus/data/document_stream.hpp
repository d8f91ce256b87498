#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "gradus/data/dataset.hpp"

namespace gradus {

/// Documents to be scored, read as they come: from a pipe those whose lines are there, from a file
/// a few thousand at once. Grades, queries and names may be absent, and a query may come back.
class DocumentStream {
  public:
    DocumentStream() = default;
    DocumentStream(const DocumentStream&) = delete;
    DocumentStream& operator=(const DocumentStream&) = delete;
    DocumentStream(DocumentStream&&) = delete;
    DocumentStream& operator=(DocumentStream&&) = delete;
    virtual ~DocumentStream() = default;

    /// The name of the source in messages.
    virtual const std::string& name() const = 0;
    /// The next documents; waits for at least one. Nothing at the end. A line that cannot be read
    /// is an Error, after all documents before it were handed out. Documents without a query have
    /// the query "". Their grades mean nothing.
    virtual std::optional<Dataset> next() = 0;
    /// Lines without a document among those of the documents so far: blank ones and comments.
    virtual std::size_t skipped_lines() const { return 0; }
};

/// The documents from `row` on belong to query `id`. Unlike in a data set it may have been there
/// before.
inline void begin_streamed_query(Dataset& data, std::string_view id, std::size_t row) {
    if (data.queries() > 0 && data.query_ids[data.queries() - 1] == id) return;
    data.query_ids.push_back(id);
    data.query_begins.push_back(row);
}

}  // namespace gradus
