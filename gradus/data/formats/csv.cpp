#include "gradus/data/formats/csv.hpp"

namespace gradus::data_formats {

extern const FormatEntry csv_entry{
    .name = "csv",
    .kind = "dataset",
    .summary = "comma-separated values: a header names grade, query, document, weight, features",
    .suffixes = ".csv",
    .read = [](const std::string& path, const ReadOptions& options) -> Content {
        return read_csv(TextSource(path), path, ',', options);
    },
    .write =
        [](const Content& content, const std::string& path, const WriteOptions& options) {
            write_csv(std::get<Dataset>(content), path, ',', options);
        },
};

}  // namespace gradus::data_formats
