#include "gradus/data/named_scores.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/data/csv_table.hpp"
#include "gradus/data/format.hpp"
#include "gradus/data/formats/run.hpp"
#include "gradus/data/side_files.hpp"

namespace gradus {
namespace {

/// A score as a file has it.
struct NamedScore {
    std::string query;
    std::string document;
    double score;
    Where where;  ///< of the record
};

std::string key_of(std::string_view query, std::string_view document) {
    std::string key(query);
    key += '\0';
    return key += document;
}

using Places = std::unordered_map<std::string, std::size_t>;

/// Every document by its names; empty where two of a query have the same.
Places places_of(const Dataset& data) {
    Places places;
    places.reserve(data.documents());
    for (std::size_t query = 0; query < data.queries(); ++query) {
        for (std::size_t i = data.query_begins[query]; i < data.query_begins[query + 1]; ++i) {
            const std::string key = key_of(data.query_ids[query], data.document_name(query, i));
            if (!places.emplace(key, i).second) return {};
        }
    }
    return places;
}

/// The scores in the order of the data.
std::vector<double> matched(const Dataset& data,
                            const Places& places,
                            const std::vector<NamedScore>& scores,
                            const std::string& path) {
    std::vector<double> result(data.documents(), std::numeric_limits<double>::quiet_NaN());
    for (const NamedScore& each : scores) {
        const auto place = places.find(key_of(each.query, each.document));
        if (place == places.end()) {
            throw Error(each.where,
                        fmt::format("the data has no document '{}' for query '{}'",
                                    excerpt(each.document),
                                    excerpt(each.query)),
                        "give the scores of this data");
        }
        if (!std::isnan(result[place->second])) {
            throw Error(each.where,
                        fmt::format("document '{}' of query '{}' has a second score",
                                    excerpt(each.document),
                                    excerpt(each.query)),
                        "give every document one score");
        }
        result[place->second] = each.score;
    }
    std::size_t query = 0;
    for (std::size_t i = 0; i < result.size(); ++i) {
        while (data.query_begins[query + 1] <= i) ++query;
        if (!std::isnan(result[i])) continue;
        throw Error({path},
                    fmt::format("document '{}' of query '{}' has no score",
                                excerpt(data.document_name(query, i)),
                                excerpt(data.query_ids[query])),
                    "give every document a score");
    }
    return result;
}

/// The scores of a table that stand in the order of the data.
std::vector<double> in_order(const Dataset& data,
                             const std::vector<NamedScore>& scores,
                             bool has_queries,
                             const std::string& path) {
    std::vector<double> result;
    std::size_t query = 0;
    for (const NamedScore& each : scores) {
        const std::size_t document = result.size();
        while (query + 1 < data.queries() && data.query_begins[query + 1] <= document) ++query;
        if (has_queries && document < data.documents() && each.query != data.query_ids[query]) {
            throw Error(each.where,
                        fmt::format("the query is '{}', but that of document {} of the data is "
                                    "'{}'",
                                    excerpt(each.query),
                                    document + 1,
                                    excerpt(data.query_ids[query])),
                        "give the scores in the order of the data");
        }
        result.push_back(each.score);
    }
    if (result.size() != data.documents()) {
        throw Error({path},
                    fmt::format("it has {}, but the data has {}",
                                counted(result.size(), "score"),
                                counted(data.documents(), "document")),
                    "give every document a score");
    }
    return result;
}

std::vector<double> read_table(const Dataset& data, const std::string& path, char separator) {
    CsvTable table(TextSource(path),
                   {.separator = separator, .choose_separator = {}, .header = true});
    std::vector<NamedScore> scores;
    bool has_queries = false;
    bool has_names = !data.document_ids.empty();
    while (table.next()) {
        const std::vector<std::string>& header = table.header();
        const auto place = [&](std::string_view name) {
            return static_cast<std::size_t>(std::ranges::find(header, name) - header.begin());
        };
        const std::size_t score = place("score");
        if (score == header.size()) {
            throw Error({table.name(), table.header_line()},
                        "there is no column 'score'",
                        "give a score a line, or a table with that column",
                        Topic::written_scores);
        }
        const auto value = number_from(table.fields()[score]);
        if (!value || !std::isfinite(*value)) {
            throw Error(
                table.where(score),
                fmt::format("score '{}' is not a finite number", excerpt(table.fields()[score])),
                "give every document a score");
        }
        const std::size_t query = place("query");
        const std::size_t document = place("document");
        has_queries = query < header.size();
        has_names = has_names && document < header.size() && !table.fields()[document].empty();
        scores.push_back({.query = has_queries ? std::string(table.fields()[query]) : "",
                          .document = has_names ? std::string(table.fields()[document]) : "",
                          .score = *value,
                          .where = table.where(has_queries ? query : score)});
    }
    if (has_queries && has_names) {
        if (const Places places = places_of(data); !places.empty())
            return matched(data, places, scores, path);
    }
    return in_order(data, scores, has_queries, path);
}

std::vector<double> read_run_scores(const Dataset& data, const std::string& path) {
    const Places places = places_of(data);
    if (places.empty()) {
        throw Error({path},
                    "a run names documents, and two documents of a query have the same name in "
                    "the data",
                    "write the scores as .csv or a score a line",
                    Topic::written_scores);
    }
    const Run run = read_run(TextSource(path));
    std::vector<NamedScore> scores;
    for (std::size_t query = 0; query < run.queries(); ++query) {
        for (std::size_t i = run.query_begins[query]; i < run.query_begins[query + 1]; ++i) {
            scores.push_back({.query = std::string(run.query_ids[query]),
                              .document = std::string(run.document_ids[i]),
                              .score = run.scores[i],
                              .where = {path}});
        }
    }
    return matched(data, places, scores, path);
}

}  // namespace

std::vector<double> read_scores_of(const Dataset& data, const std::string& path) {
    const FormatEntry* const format = format_of_path(path);
    const std::string_view name = format == nullptr ? "" : format->name;
    if (name == "run") return read_run_scores(data, path);
    if (name == "csv" || name == "tsv") return read_table(data, path, name == "csv" ? ',' : '\t');
    return read_scores(path,
                       data.documents(),
                       "give a score a line; end the name of a table in .csv or .tsv, and that of "
                       "a TREC run in .run");
}

}  // namespace gradus
