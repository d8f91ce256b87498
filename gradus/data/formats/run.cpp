// TREC runs. docs/reference/formats.md has the grammar.

#include "gradus/data/formats/run.hpp"

#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/text_number.hpp"
#include "gradus/base/text_sink.hpp"
#include "gradus/data/format.hpp"
#include "gradus/data/formats/trec/lines.hpp"

namespace gradus {
namespace {

constexpr trec::Shape shape{.fields = 6,
                            .value_field = 4,
                            .more_allowed = true,
                            .line = "query Q0 document rank score tag",
                            .value = "score",
                            .done = "returned",
                            .document = "returned document"};

/// The rank of each document of a query, from 1.
std::vector<std::size_t> ranks_of(const Run& run, std::size_t query) {
    const std::vector<std::size_t> order = documents_by_score(run, query);
    std::vector<std::size_t> ranks(order.size());
    for (std::size_t position = 0; position < order.size(); ++position)
        ranks[order[position] - run.query_begins[query]] = position + 1;
    return ranks;
}

}  // namespace

Run read_run(TextSource source, Progress& progress, unsigned threads) {
    trec::Lines<double> lines =
        trec::read_lines<double>(std::move(source), shape, progress, threads);
    return {.tag = std::move(lines.last_field),
            .query_ids = std::move(lines.query_ids),
            .query_begins = std::move(lines.query_begins),
            .document_ids = std::move(lines.document_ids),
            .scores = std::move(lines.values)};
}

void write_run(const Run& run, const std::string& path) {
    trec::check_id(run.tag, "tag", path);
    TextSink sink(path);
    std::string line;
    for (std::size_t query = 0; query < run.queries(); ++query) {
        const std::string_view query_id = run.query_ids[query];
        trec::check_query(query_id, path);
        const std::size_t begin = run.query_begins[query];
        trec::check_distinct(run.document_ids, begin, run.query_begins[query + 1], query_id, path);
        for (std::size_t i = begin; i < run.query_begins[query + 1]; ++i) {
            trec::check_id(run.document_ids[i], "document", path);
            trec::check_value(run.scores[i], query_id, run.document_ids[i], shape, path);
        }
        const std::vector<std::size_t> ranks = ranks_of(run, query);
        for (std::size_t i = begin; i < run.query_begins[query + 1]; ++i) {
            line.clear();
            fmt::format_to(std::back_inserter(line),
                           "{} Q0 {} {} {} {}\n",
                           query_id,
                           run.document_ids[i],
                           ranks[i - begin],
                           shortest(run.scores[i]),
                           run.tag);
            sink.write(line);
        }
    }
    sink.commit();
}

namespace data_formats {
extern const FormatEntry run_entry{
    .name = "run",
    .kind = "run",
    .summary = "TREC run: query Q0 document rank score tag",
    .suffixes = ".run",
    .read = [](const std::string& path, const ReadOptions& options) -> Content {
        return read_run(TextSource(path), options.progress, options.threads);
    },
    .write = [](const Content& content,
                const std::string& path,
                const WriteOptions& /*options*/) { write_run(std::get<Run>(content), path); },
};
}  // namespace data_formats

}  // namespace gradus
