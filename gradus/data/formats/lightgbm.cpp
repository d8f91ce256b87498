// LightGBM's form of ranking data: LETOR lines without qid, and beside them the number of documents
// of each query (docs/formats.md).

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/base/text_sink.hpp"
#include "gradus/data/formats/letor.hpp"
#include "gradus/data/side_files.hpp"

namespace gradus {
namespace {

/// True unless reading the file gives the same ids again.
bool loses_ids(const Dataset& data) {
    for (std::size_t query = 0; query < data.queries(); ++query) {
        if (data.query_ids[query] != std::to_string(query + 1)) return true;
    }
    return !data.document_ids.empty() || !data.comments.empty();
}

void write_lightgbm(const Dataset& data, const std::string& path, const WriteOptions& options) {
    if (path == "-") {
        throw Error({"<stdout>"},
                    "the sizes of the queries stand in a file beside the data",
                    "name a file with -o");
    }
    TextSink sink(path);
    std::string line;
    for (std::size_t i = 0; i < data.documents(); ++i) {
        line.clear();
        append_shortest(line, data.grades()[i]);
        append_letor_features(line, data.features.row(i), options.sparse);
        line += '\n';
        sink.write(line);
    }
    write_side_files(data, path);
    write_query_file(data, path);
    sink.commit();
    if (options.progress == nullptr) return;
    if (loses_ids(data))
        options.progress->note(
            "the ids of queries and documents are not kept: they become numbers");
    if (!data.feature_names.empty())
        options.progress->note("the names of the features are not kept: they become numbers");
}

}  // namespace

extern const FormatEntry lightgbm_entry{
    .name = "lightgbm",
    .kind = "dataset",
    .summary = "LETOR lines without qid:, and the sizes of the queries in FILE.query",
    .suffixes = ".train .test .valid",
    .read = [](const std::string& path, const ReadOptions& options) -> Content {
        ReadOptions beside = options;
        beside.queries = QuerySource::side_file;
        return read_letor(TextSource(path), path, beside);
    },
    .write =
        [](const Content& content, const std::string& path, const WriteOptions& options) {
            write_lightgbm(std::get<Dataset>(content), path, options);
        },
};

}  // namespace gradus
