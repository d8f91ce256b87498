// LightGBM's form of ranking data: LETOR lines without qid, and beside them the number of documents
// of each query (docs/reference/formats.md).

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
                    "name a file to write to");
    }
    const LetorFeatures features(data, options.sparse);
    OutputSet files;
    add_side_files_to(files, data, path);
    add_query_file(files, data, path);
    TextSink& sink = files.add(path);
    std::string line;
    for (std::size_t i = 0; i < data.documents(); ++i) {
        line.clear();
        append_shortest(line, data.grades()[i]);
        features.append(line, data.features.row(i));
        line += '\n';
        sink.write(line);
    }
    files.commit();
    if (loses_ids(data))
        options.progress.get().note(
            "the ids of queries and documents are not kept: they become numbers");
    if (!features.keeps_names())
        options.progress.get().note("the names of the features are not kept: they become numbers");
}

}  // namespace

namespace data_formats {
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
}  // namespace data_formats

}  // namespace gradus
