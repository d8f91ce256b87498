#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gradus/base/progress.hpp"
#include "gradus/data/dataset.hpp"

namespace gradus {

/// What a reader knows of the queries while documents come in the order of the file.
class QueryCollector {
  public:
    /// `source` stands in messages. `scattered`: documents of a query need not stand together.
    QueryCollector(std::string source, bool scattered)
        : source_(std::move(source)), scattered_(scattered) {}

    /// The documents from `row` on, which stands on `line`, belong to query `id` until told
    /// otherwise. Error where the query comes back after others and may not.
    void begin_at(Dataset& data, std::string_view id, std::size_t row, std::size_t line);

    /// Every document is there, in the order of the file, with all that belongs to it. Completes
    /// the queries; documents of a query that were scattered are brought together in their order,
    /// the queries in that of their first documents. Tells `progress`, which may be null, where
    /// scattered queries were expected.
    void finish(Dataset& data, Progress& progress);

  private:
    /// Documents of one query that stand together.
    struct Stretch {
        std::size_t query;
        std::size_t row;  ///< the first; the last is where the next stretch begins
    };
    struct Begin {
        std::size_t query;
        std::size_t line;
    };
    std::vector<std::size_t> gathered_rows(std::size_t rows, std::size_t queries) const;

    std::string source_;
    bool scattered_;
    std::vector<Stretch> stretches_;
    std::unordered_map<std::string, Begin> begins_;
};

/// Puts the documents into another order: document i becomes the one that was at rows[i]. The
/// queries stay as they are.
void reorder_documents(Dataset& data, const std::vector<std::size_t>& rows);

}  // namespace gradus
