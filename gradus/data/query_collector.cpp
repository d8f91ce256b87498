#include "gradus/data/query_collector.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"

namespace gradus {
namespace {

template <class Values>
Values reordered(const Values& values, const std::vector<std::size_t>& rows) {
    Values result;
    if (values.empty()) return result;
    for (const std::size_t row : rows) result.push_back(values[row]);
    return result;
}

}  // namespace

void QueryCollector::begin_at(Dataset& data,
                              std::string_view id,
                              std::size_t row,
                              std::size_t line) {
    if (!stretches_.empty() && data.query_ids[stretches_.back().query] == id) return;
    const auto [known, fresh] = begins_.emplace(id, Begin{data.queries(), line});
    if (fresh) {
        data.query_ids.push_back(id);
        data.query_begins.push_back(row);
    } else if (!scattered_) {
        throw Error({source_, line},
                    fmt::format("query {} comes back after other queries (it began on line {})",
                                excerpt(id),
                                known->second.line),
                    "keep the documents of a query together",
                    Topic::query_order);
    }
    stretches_.push_back({known->second.query, row});
}

void QueryCollector::finish(Dataset& data, Progress& progress) {
    const std::size_t queries = data.queries();
    if (stretches_.size() == queries) {  // every query in one piece
        data.query_begins.push_back(data.documents());
        if (scattered_) progress.note("the documents of each query are together already");
        return;
    }
    std::vector<std::size_t> pieces(queries);
    for (const Stretch& stretch : stretches_) ++pieces[stretch.query];
    const auto scattered =
        std::ranges::count_if(pieces, [](std::size_t count) { return count > 1; });
    const std::vector<std::size_t> rows = gathered_rows(data.documents(), queries);
    std::vector<std::size_t> begins(queries + 1);
    for (std::size_t i = 0; i < stretches_.size(); ++i) {
        const std::size_t end =
            i + 1 < stretches_.size() ? stretches_[i + 1].row : data.documents();
        begins[stretches_[i].query + 1] += end - stretches_[i].row;
    }
    for (std::size_t query = 0; query < queries; ++query) begins[query + 1] += begins[query];
    reorder_documents(data, rows);
    data.query_begins = std::move(begins);
    progress.note(fmt::format("{} of {} had documents in several places; they are together now",
                              human_count(static_cast<std::uint64_t>(scattered)),
                              human_counted(queries, "query")));
}

std::vector<std::size_t> QueryCollector::gathered_rows(std::size_t rows,
                                                       std::size_t queries) const {
    std::vector<std::vector<std::size_t>> stretches_of(queries);
    for (std::size_t i = 0; i < stretches_.size(); ++i)
        stretches_of[stretches_[i].query].push_back(i);
    std::vector<std::size_t> result;
    result.reserve(rows);
    for (const std::vector<std::size_t>& own : stretches_of) {
        for (const std::size_t i : own) {
            const std::size_t end = i + 1 < stretches_.size() ? stretches_[i + 1].row : rows;
            for (std::size_t row = stretches_[i].row; row < end; ++row) result.push_back(row);
        }
    }
    return result;
}

void reorder_documents(Dataset& data, const std::vector<std::size_t>& rows) {
    FeatureMatrix features(data.documents(), data.features.columns());
    for (std::size_t i = 0; i < rows.size(); ++i)
        std::ranges::copy(data.features.row(rows[i]), features.mutable_row(i).begin());
    data.features = std::move(features);
    for (LabelColumn& column : data.labels) column.values = reordered(column.values, rows);
    data.document_ids = reordered(data.document_ids, rows);
    data.comments = reordered(data.comments, rows);
    data.weights = reordered(data.weights, rows);
    data.positions = reordered(data.positions, rows);
}

}  // namespace gradus
