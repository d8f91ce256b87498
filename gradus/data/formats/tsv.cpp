#include "gradus/data/formats/csv.hpp"

namespace gradus::data_formats {

extern const FormatEntry tsv_entry{
    .name = "tsv",
    .kind = "dataset",
    .summary = "tab-separated values: a header names grade, query, document, weight, features",
    .suffixes = ".tsv",
    .read = [](const std::string& path, const ReadOptions& options) -> Content {
        return read_csv(TextSource(path), path, '\t', options);
    },
    .write =
        [](const Content& content, const std::string& path, const WriteOptions& options) {
            write_csv(std::get<Dataset>(content), path, '\t', options);
        },
};

}  // namespace gradus::data_formats
