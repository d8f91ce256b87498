#include "apps/cli/score_input.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/data/csv_table.hpp"
#include "gradus/data/format.hpp"
#include "gradus/data/side_files.hpp"

namespace gradus::cli {
namespace {

std::vector<double> read_table(const Dataset& data, const std::string& path, char separator) {
    CsvTable table(TextSource(path),
                   {.separator = separator, .choose_separator = {}, .header = true});
    std::vector<double> scores;
    std::size_t query = 0;
    while (table.next()) {
        const std::vector<std::string>& header = table.header();
        const auto place = [&](std::string_view name) {
            return static_cast<std::size_t>(std::ranges::find(header, name) - header.begin());
        };
        const std::size_t score = place("score");
        if (score == header.size()) {
            throw Error({table.name(), table.header_line()},
                        "there is no column 'score'",
                        "give a score a line, or a table as gradus score writes it");
        }
        const auto value = number_from(table.fields()[score]);
        if (!value || !std::isfinite(*value)) {
            throw Error(
                table.where(score),
                fmt::format("score '{}' is not a finite number", excerpt(table.fields()[score])),
                "give every document a score");
        }
        const std::size_t document = scores.size();
        while (query + 1 < data.queries() && data.query_begins[query + 1] <= document) ++query;
        if (const std::size_t id = place("query"); id < header.size() &&
                                                   document < data.documents() &&
                                                   table.fields()[id] != data.query_ids[query]) {
            throw Error(table.where(id),
                        fmt::format("the query is '{}', but that of document {} of the data is "
                                    "'{}'",
                                    excerpt(table.fields()[id]),
                                    document + 1,
                                    excerpt(data.query_ids[query])),
                        "give the scores in the order of the data");
        }
        scores.push_back(*value);
    }
    if (scores.size() != data.documents()) {
        throw Error({path},
                    fmt::format("it has {}, but the data has {}",
                                counted(scores.size(), "score"),
                                counted(data.documents(), "document")),
                    "give every document a score");
    }
    return scores;
}

}  // namespace

std::vector<double> read_scores_of(const Dataset& data, const std::string& path) {
    const FormatEntry* const format = format_of_path(path);
    const std::string_view name = format == nullptr ? "" : format->name;
    if (name == "run") {
        throw Error({path},
                    "this is a TREC run, and --scores reads a score a line or a table with a "
                    "column score (.csv, .tsv)",
                    "measure runs with --qrels: gradus data convert writes them from the data");
    }
    if (name == "csv" || name == "tsv") return read_table(data, path, name == "csv" ? ',' : '\t');
    return read_scores(path, data.documents());
}

}  // namespace gradus::cli
