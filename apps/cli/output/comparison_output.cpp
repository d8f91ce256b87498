#include "apps/cli/output/comparison_output.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include <fmt/format.h>

#include "apps/cli/notes/overlap_notes.hpp"
#include "gradus/base/text_number.hpp"

namespace gradus::cli {
namespace {

using report::Cell;
using report::Kind;
using report::Note;
using Rows = std::vector<report::Row>;

constexpr std::size_t most_listed = 12;  // longer lists are cut in the text, never in JSON

/// A row with a cell for each file.
template <class Cell>
void add_row(Rows& rows,
             const std::string& name,
             std::span<const ComparedFile> files,
             const Cell& cell) {
    std::vector<report::Cell> cells = {name};
    for (const ComparedFile& file : files) cells.emplace_back(cell(file));
    rows.emplace_back(std::move(cells));
}

template <class Count>
void add_counts(Rows& rows,
                const std::string& name,
                std::span<const ComparedFile> files,
                const Count& count) {
    add_row(rows, name, files, [&](const ComparedFile& file) { return human_count(count(file)); });
}

/// The column of that name, or null where the file has none.
const LabelStatistics* label_of(const ComparedFile& file, const std::string& name) {
    const auto found = std::ranges::find(file.statistics.labels, name, &LabelStatistics::name);
    return found == file.statistics.labels.end() ? nullptr : &*found;
}

std::string percent(std::size_t part, std::size_t whole) {
    return fmt::format("{:.1f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string share_of_value(const ComparedFile& file, const std::string& label, float value) {
    const LabelStatistics* const found = label_of(file, label);
    if (found == nullptr) return "-";
    for (const auto& [own, count] : found->histogram) {
        if (own == value) return percent(count, file.statistics.documents);
    }
    return percent(0, file.statistics.documents);
}

/// The shares of its values, or where they are too many their mean.
void add_label(Rows& rows, const std::string& name, std::span<const ComparedFile> files) {
    std::set<float> values;
    bool few = true;
    bool any_missing = false;
    for (const ComparedFile& file : files) {
        const LabelStatistics* const found = label_of(file, name);
        if (found == nullptr) continue;
        few = few && found->values <= LabelStatistics::most_values;
        any_missing = any_missing || found->missing > 0;
        for (const auto& [value, count] : found->histogram) values.insert(value);
    }
    if (few && values.size() <= LabelStatistics::most_values) {
        for (const float value : values) {
            add_row(
                rows, fmt::format("{} {}", name, shortest(value)), files, [&](const auto& file) {
                    return share_of_value(file, name, value);
                });
        }
    } else {
        add_row(rows, name + ", mean", files, [&](const ComparedFile& file) {
            const LabelStatistics* const found = label_of(file, name);
            return found == nullptr ? std::string("-") : fmt::format("{:.4g}", found->spread.mean);
        });
    }
    if (!any_missing) return;
    add_row(rows, name + " missing", files, [&](const ComparedFile& file) {
        const LabelStatistics* const found = label_of(file, name);
        return found == nullptr ? "-" : percent(found->missing, file.statistics.documents);
    });
}

/// A column a file.
report::Table sizes(std::span<const ComparedFile> files) {
    report::Table table{
        .name = "sizes", .columns = {{.name = "what", .heading = ""}}, .only = report::people};
    for (const ComparedFile& file : files)
        table.columns.push_back({.name = file.file, .align = report::Align::right});
    Rows& rows = table.rows;
    add_counts(rows, "queries", files, [](const auto& file) { return file.statistics.queries; });
    add_counts(
        rows, "documents", files, [](const auto& file) { return file.statistics.documents; });
    add_counts(rows, "features", files, [](const auto& file) { return file.statistics.features; });
    add_row(rows, "documents of a query, mean", files, [](const ComparedFile& file) {
        return fmt::format("{:.1f}", file.statistics.query_sizes.mean);
    });
    for (const LabelColumn& label : files.front().data.labels) add_label(rows, label.name, files);
    add_counts(rows, "queries of one grade", files, [](const auto& file) {
        return file.statistics.one_grade_queries.size();
    });
    add_counts(rows, "queries without a grade above 0", files, [](const auto& file) {
        return file.statistics.irrelevant_queries.size();
    });
    add_counts(rows, "constant features", files, [](const auto& file) {
        return file.statistics.constant_features.size();
    });
    add_counts(rows, "always missing features", files, [](const auto& file) {
        return file.statistics.empty_features.size();
    });
    add_counts(rows, "features with missing values", files, [](const auto& file) {
        return file.statistics.missing_values.size();
    });
    add_counts(rows, "features that give a label away", files, [](const auto& file) {
        return file.statistics.label_leaks.size();
    });
    return table;
}

/// Lines under a heading; "none" without any.
void add_section(report::Report& report,
                 std::string heading,
                 const std::vector<std::string>& lines) {
    report.add(Note::heading(std::move(heading)));
    for (const std::string& line : lines) report.add(Note("  " + line));
    if (lines.empty()) report.add(Note("  none"));
}

std::vector<std::string> shared_lines(std::span<const ComparedFile> files,
                                      std::span<const ComparedPair> pairs) {
    std::vector<std::string> lines;
    for (const ComparedPair& pair : pairs) {
        const NamedData first{files[pair.first].data, files[pair.first].file};
        const NamedData second{files[pair.second].data, files[pair.second].file};
        for (std::string& line : sharing_lines(first, second, pair.shared))
            lines.push_back(std::move(line));
    }
    return lines;
}

std::string names_of(const Dataset& data, const std::vector<std::size_t>& features) {
    std::string text = human_count(features.size());
    for (std::size_t i = 0; i < std::min(features.size(), most_listed); ++i)
        text += (i == 0 ? ": " : ", ") + data.feature_name(features[i]);
    if (features.size() > most_listed)
        text += fmt::format(", and {} more", human_count(features.size() - most_listed));
    return text;
}

std::vector<std::string> column_lines(std::span<const ComparedFile> files) {
    const ComparedFile& first = files.front();
    std::vector<std::string> lines;
    for (const ComparedFile& file : files.subspan(1)) {
        if (!file.columns.only_first.empty()) {
            lines.push_back(fmt::format("not in {}, but in {}: {}",
                                        file.file,
                                        first.file,
                                        names_of(first.data, file.columns.only_first)));
        }
        if (!file.columns.only_second.empty()) {
            lines.push_back(fmt::format("in {}, but not in {}: {}",
                                        file.file,
                                        first.file,
                                        names_of(file.data, file.columns.only_second)));
        }
        if (!file.columns.same_order())
            lines.push_back(
                fmt::format("{} has the columns in another order than {}", file.file, first.file));
        if (!file.columns.by_name &&
            first.data.feature_names.empty() != file.data.feature_names.empty())
            lines.push_back(fmt::format(
                "only one of {} and {} has names: compared by number", first.file, file.file));
    }
    return lines;
}

struct Notable {
    const ComparedFile* file;
    FeatureShift shift;
};

/// The shifts that are worth a word, largest first.
std::vector<Notable> notable_shifts(std::span<const ComparedFile> files) {
    std::vector<Notable> found;
    for (const ComparedFile& file : files) {
        for (const FeatureShift& shift : file.shifts) {
            if (shift.distance >= file.notable) found.push_back({&file, shift});
        }
    }
    std::ranges::stable_sort(
        found, std::greater(), [](const Notable& one) { return one.shift.distance; });
    return found;
}

void add_shifts(report::Report& report, std::span<const ComparedFile> files) {
    const std::vector<Notable> found = notable_shifts(files);
    std::string limits;
    for (const ComparedFile& file : files.subspan(1)) {
        if (!limits.empty()) limits += ", ";
        limits += fmt::format("{:.2f} in {}", file.notable, file.file);
    }
    const std::string title =
        fmt::format("Features that shift (Kolmogorov-Smirnov distance from {}, at least {})",
                    files.front().file,
                    limits);
    if (found.empty()) return add_section(report, title, {});
    report::Table table{.name = "shifts", .title = title, .only = report::people, .indent = 2};
    table.columns = {
        {.name = "feature"},
        {.name = "file"},
        {.name = "distance", .kind = Kind::number, .digits = 2, .align = report::Align::left}};
    for (std::size_t i = 0; i < std::min(found.size(), most_listed); ++i) {
        table.rows.push_back({found[i].file->data.feature_name(found[i].shift.second),
                              found[i].file->file,
                              found[i].shift.distance});
    }
    if (found.size() > most_listed)
        table.below = {fmt::format("  and {} more", human_count(found.size() - most_listed))};
    report.add(std::move(table));
}

std::string_view word_for(Sharing what) {
    switch (what) {
        case Sharing::features:
            return "same_features";
        case Sharing::documents:
            return "same_document_ids";
        case Sharing::other_id:
            return "same_features_other_id";
        case Sharing::id:
            return "same_id_only";
    }
    return "";
}

Json names_json(const Dataset& data, const std::vector<std::size_t>& features) {
    Json names = Json::array();
    for (const std::size_t feature : features) names.push_back(data.feature_name(feature));
    return names;
}

}  // namespace

void add_comparison(report::Report& report,
                    std::span<const ComparedFile> files,
                    std::span<const ComparedPair> pairs) {
    report.add(sizes(files));
    add_section(report, "Queries in two files", shared_lines(files, pairs));
    add_section(report, "Features that differ", column_lines(files));
    add_shifts(report, files);
}

report::Table file_rows(std::span<const ComparedFile> files) {
    report::Table table{.name = "files", .only = report::programs};
    for (const char* const name : {"file",
                                   "queries",
                                   "documents",
                                   "features",
                                   "documents_per_query",
                                   "one_grade_queries",
                                   "queries_without_relevant",
                                   "one_document_queries",
                                   "constant_features",
                                   "empty_features",
                                   "features_with_missing_values",
                                   "features_that_give_label_away"})
        table.columns.push_back({.name = name});
    for (const ComparedFile& file : files) {
        const Statistics& statistics = file.statistics;
        table.rows.push_back({file.file,
                              statistics.queries,
                              statistics.documents,
                              statistics.features,
                              statistics.query_sizes.mean,
                              statistics.one_grade_queries.size(),
                              statistics.irrelevant_queries.size(),
                              statistics.one_document_queries.size(),
                              statistics.constant_features.size(),
                              statistics.empty_features.size(),
                              statistics.missing_values.size(),
                              statistics.label_leaks.size()});
    }
    return table;
}

report::Table label_rows(std::span<const ComparedFile> files) {
    report::Table table{.name = "labels", .only = report::programs};
    table.columns = {{.name = "file"},
                     {.name = "label"},
                     {.name = "value"},
                     {.name = "documents"},
                     {.name = "share"}};
    for (const ComparedFile& file : files) {
        for (const LabelStatistics& label : file.statistics.labels) {
            const auto add = [&](Cell value, std::size_t count) {
                table.rows.push_back(
                    {file.file,
                     label.name,
                     std::move(value),
                     count,
                     static_cast<double>(count) / static_cast<double>(file.statistics.documents)});
            };
            for (const auto& [value, count] : label.histogram) add(value, count);
            if (label.missing > 0) add({}, label.missing);
        }
    }
    return table;
}

report::Table shared_query_rows(std::span<const ComparedFile> files,
                                std::span<const ComparedPair> pairs) {
    report::Table table{.name = "shared_queries", .only = report::programs};
    table.columns = {{.name = "what"},
                     {.name = "first_file"},
                     {.name = "first_query"},
                     {.name = "second_file"},
                     {.name = "second_query"}};
    for (const ComparedPair& pair : pairs) {
        for (const SharedQuery& query : pair.shared) {
            table.rows.push_back({word_for(query.what),
                                  files[pair.first].file,
                                  files[pair.first].data.query_ids[query.first],
                                  files[pair.second].file,
                                  files[pair.second].data.query_ids[query.second]});
        }
    }
    return table;
}

report::Table column_rows(std::span<const ComparedFile> files) {
    report::Table table{.name = "columns", .only = report::programs};
    table.columns = {{.name = "file"},
                     {.name = "by_name"},
                     {.name = "same_order"},
                     {.name = "only_in_first_file"},
                     {.name = "only_here"}};
    for (const ComparedFile& file : files.subspan(1)) {
        table.rows.push_back({file.file,
                              file.columns.by_name,
                              file.columns.same_order(),
                              names_json(files.front().data, file.columns.only_first),
                              names_json(file.data, file.columns.only_second)});
    }
    return table;
}

report::Table shift_rows(std::span<const ComparedFile> files) {
    report::Table table{.name = "shifts", .only = report::programs};
    table.columns = {
        {.name = "file"}, {.name = "feature"}, {.name = "distance"}, {.name = "notable"}};
    for (const ComparedFile& file : files.subspan(1)) {
        for (const FeatureShift& shift : file.shifts) {
            table.rows.push_back({file.file,
                                  file.data.feature_name(shift.second),
                                  shift.distance,
                                  shift.distance >= file.notable});
        }
    }
    return table;
}

}  // namespace gradus::cli
