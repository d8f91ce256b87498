// TREC relevance judgments. docs/reference/formats.md has the grammar.

#include "gradus/data/formats/qrels.hpp"

#include <utility>

#include "gradus/base/text_number.hpp"
#include "gradus/base/text_sink.hpp"
#include "gradus/data/format.hpp"
#include "gradus/data/formats/trec/lines.hpp"

namespace gradus {
namespace {

constexpr trec::Shape shape{.fields = 4,
                            .value_field = 3,
                            .more_allowed = false,
                            .line = "query iteration document grade",
                            .value = "grade",
                            .done = "judged",
                            .document = "judged document"};

}  // namespace

Judgments read_qrels(TextSource source, Progress& progress, unsigned threads) {
    trec::Lines<float> lines = trec::read_lines<float>(std::move(source), shape, progress, threads);
    return {.query_ids = std::move(lines.query_ids),
            .query_begins = std::move(lines.query_begins),
            .document_ids = std::move(lines.document_ids),
            .grades = std::move(lines.values)};
}

void write_qrels(const Judgments& judgments, const std::string& path) {
    TextSink sink(path);
    std::string line;
    for (std::size_t query = 0; query < judgments.queries(); ++query) {
        const std::string_view query_id = judgments.query_ids[query];
        trec::check_query(query_id, path);
        trec::check_distinct(judgments.document_ids,
                             judgments.query_begins[query],
                             judgments.query_begins[query + 1],
                             query_id,
                             path);
        for (std::size_t i = judgments.query_begins[query]; i < judgments.query_begins[query + 1];
             ++i) {
            const std::string_view document = judgments.document_ids[i];
            trec::check_id(document, "document", path);
            trec::check_value(judgments.grades[i], query_id, document, shape, path);
            line.clear();
            line += query_id;
            line += " 0 ";
            line += document;
            line += ' ';
            append_shortest(line, judgments.grades[i]);
            line += '\n';
            sink.write(line);
        }
    }
    sink.commit();
}

namespace data_formats {
extern const FormatEntry qrels_entry{
    .name = "qrels",
    .kind = "judgments",
    .summary = "TREC judgments: query iteration document grade",
    .suffixes = ".qrels",
    .read = [](const std::string& path, const ReadOptions& options) -> Content {
        return read_qrels(TextSource(path), options.progress, options.threads);
    },
    .write =
        [](const Content& content, const std::string& path, const WriteOptions& /*options*/) {
            write_qrels(std::get<Judgments>(content), path);
        },
};
}  // namespace data_formats

}  // namespace gradus
