#include "apps/cli/output/statistics_output.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/decimal.hpp"
#include "gradus/base/text_number.hpp"

namespace gradus::cli {
namespace {

using report::Cell;
using report::Kind;
using report::Note;

constexpr std::size_t most_listed = 12;  // longer lists are cut in the text, never in JSON

std::string text_of(double value) {
    return fmt::format("{:.6g}", value);
}

Json json_of(const Spread& spread) {
    return {{"min", spread.min},
            {"lower_quartile", spread.lower_quartile},
            {"median", spread.median},
            {"upper_quartile", spread.upper_quartile},
            {"max", spread.max},
            {"mean", spread.mean}};
}

Json json_of(const LabelStatistics& label) {
    Json result = {{"name", label.name}, {"missing", label.missing}, {"values", label.values}};
    result.set("spread", json_of(label.spread));
    if (label.values <= LabelStatistics::most_values) {
        Json histogram = Json::array();
        for (const auto& [value, count] : label.histogram) {
            histogram.push_back({{"value", decimal(value)}, {"documents", count}});
        }
        result.set("histogram", std::move(histogram));
    }
    return result;
}

Json json_of_features(const Dataset& data, const Statistics& statistics) {
    const auto names = [&](const std::vector<std::size_t>& features) {
        Json list = Json::array();
        for (const std::size_t feature : features) list.push_back(data.feature_name(feature));
        return list;
    };
    Json missing = Json::array();
    for (const auto& [feature, count] : statistics.missing_values) {
        missing.push_back({{"feature", data.feature_name(feature)}, {"documents", count}});
    }
    Json equal = Json::array();
    for (const auto& group : statistics.equal_features) equal.push_back(names(group));
    Json label_leaks = Json::array();
    for (const LabelLeak& label_leak : statistics.label_leaks) {
        Json entry = {{"feature", data.feature_name(label_leak.feature)},
                      {"label", data.labels[label_leak.column].name}};
        if (label_leak.order_accuracy) {
            entry["order_accuracy"] = *label_leak.order_accuracy;
            entry["direction"] = label_leak.falling ? "falling" : "rising";
        }
        if (label_leak.value_skill) entry["value_skill"] = *label_leak.value_skill;
        label_leaks.push_back(std::move(entry));
    }
    return {{"constant", names(statistics.constant_features)},
            {"empty", names(statistics.empty_features)},
            {"missing_values", std::move(missing)},
            {"equal", std::move(equal)},
            {"give_label_away", std::move(label_leaks)}};
}

Json json_of_queries(const Dataset& data, const Statistics& statistics) {
    const auto ids = [&](const std::vector<std::size_t>& queries) {
        Json list = Json::array();
        for (const std::size_t query : queries) list.push_back(data.query_ids[query]);
        return list;
    };
    const auto repeated = [&](const std::vector<RepeatedDocuments>& groups) {
        Json list = Json::array();
        for (const RepeatedDocuments& group : groups) {
            Json documents = Json::array();
            for (const std::size_t document : group.documents) {
                documents.push_back(data.document_name(group.query, document));
            }
            list.push_back(
                {{"query", data.query_ids[group.query]}, {"documents", std::move(documents)}});
        }
        return list;
    };
    return {{"one_grade", ids(statistics.one_grade_queries)},
            {"without_relevant", ids(statistics.irrelevant_queries)},
            {"one_document", ids(statistics.one_document_queries)},
            {"repeated_ids", repeated(statistics.repeated_ids)},
            {"repeated_features", repeated(statistics.repeated_rows)}};
}

/// "3: 6, 7, 9", cut where the list is long.
template <class Item, class Name>
std::string listed(const std::vector<Item>& items, Name name) {
    if (items.empty()) return "none";
    std::string text = human_count(items.size());
    for (std::size_t i = 0; i < std::min(items.size(), most_listed); ++i) {
        text += i == 0 ? ": " : ", ";
        text += name(items[i]);
    }
    if (items.size() > most_listed) {
        text += fmt::format(", and {} more", human_count(items.size() - most_listed));
    }
    return text;
}

std::string text_of(const Spread& spread) {
    return fmt::format("min {}, quartiles {} {} {}, max {}, mean {}",
                       text_of(spread.min),
                       text_of(spread.lower_quartile),
                       text_of(spread.median),
                       text_of(spread.upper_quartile),
                       text_of(spread.max),
                       text_of(spread.mean));
}

void add_label(report::Report& report, const LabelStatistics& label, std::size_t documents) {
    report::Table table{.name = "label",
                        .title = fmt::format("Label column {}", label.name),
                        .only = report::people,
                        .indent = 2,
                        .headings = false};
    table.columns = {{.name = "value", .width = 12},
                     {.name = "documents", .kind = Kind::count, .width = 12},
                     {.name = "share", .kind = Kind::share, .digits = 1, .width = 8}};
    const auto add = [&](const std::string& value, std::size_t count) {
        table.rows.push_back(
            {value, count, static_cast<double>(count) / static_cast<double>(documents)});
    };
    for (const auto& [value, count] : label.histogram) add(shortest(value), count);
    if (label.missing > 0) add("missing", label.missing);
    if (label.values > LabelStatistics::most_values) {
        table.below = {
            fmt::format("  {} values: {}", human_count(label.values), text_of(label.spread))};
    }
    if (!table.rows.empty()) return report.add(std::move(table));
    report.add(Note::heading(table.title));
    for (Note& note : table.below) report.add(std::move(note));
}

/// What was found, a line each, under a title.
class Findings {
  public:
    explicit Findings(std::string title)
        : table_{.name = "findings",
                 .title = std::move(title),
                 .columns = {{.name = "finding", .width = 30}, {.name = "found"}},
                 .only = report::people,
                 .indent = 2,
                 .headings = false} {}
    template <class Item, class Name>
    void add(const char* finding, const std::vector<Item>& items, Name name) {
        table_.rows.push_back({finding, listed(items, name)});
    }
    report::Table table() const { return table_; }

  private:
    report::Table table_;
};

report::Table feature_findings(const Dataset& data, const Statistics& statistics) {
    const auto name = [&](std::size_t feature) { return data.feature_name(feature); };
    Findings found("Features");
    found.add("constant", statistics.constant_features, name);
    found.add("empty (always missing)", statistics.empty_features, name);
    found.add("with missing values", statistics.missing_values, [&](const auto& entry) {
        return fmt::format("{} ({})", name(entry.first), human_count(entry.second));
    });
    found.add("groups of equal features",
              statistics.equal_features,
              [&](const std::vector<std::size_t>& group) {
                  std::string joined;
                  for (const std::size_t feature : group) {
                      joined += joined.empty() ? "" : " = ";
                      joined += name(feature);
                  }
                  return joined;
              });
    found.add("that give a label away", statistics.label_leaks, [&](const LabelLeak& label_leak) {
        std::string why;
        if (label_leak.order_accuracy) {
            why = fmt::format("{:.2f} % of pairs in {} order",
                              100.0 * *label_leak.order_accuracy,
                              label_leak.falling ? "falling" : "rising");
        }
        if (label_leak.value_skill) {
            why += why.empty() ? "" : "; ";
            why += fmt::format("{:.2f} % known by value", 100.0 * *label_leak.value_skill);
        }
        return fmt::format(
            "{} ({}: {})", name(label_leak.feature), data.labels[label_leak.column].name, why);
    });
    return found.table();
}

report::Table query_findings(const Dataset& data, const Statistics& statistics) {
    const auto id = [&](std::size_t query) { return std::string(data.query_ids[query]); };
    Findings found("Queries");
    found.add("of one grade", statistics.one_grade_queries, id);
    found.add("without a grade above 0", statistics.irrelevant_queries, id);
    found.add("of one document", statistics.one_document_queries, id);
    return found.table();
}

report::Table document_findings(const Dataset& data, const Statistics& statistics) {
    const auto repeated = [&](const RepeatedDocuments& group) {
        return fmt::format("{} of query {}",
                           human_counted(group.documents.size(), "document"),
                           data.query_ids[group.query]);
    };
    Findings found("Groups of documents in a query");
    found.add("with the same id", statistics.repeated_ids, repeated);
    found.add("with the same features", statistics.repeated_rows, repeated);
    return found.table();
}

/// Counts end in line, as text is wider.
report::Table sizes(const Statistics& statistics) {
    report::Table table{.name = "sizes", .only = report::people, .headings = false};
    table.columns = {{.name = "what", .heading = "", .width = 32}, {.name = "size", .heading = ""}};
    const auto add = [&](const char* what, std::size_t count) {
        table.rows.push_back({what, Cell(count, fmt::format("{:>12}", human_count(count)))});
    };
    add("queries", statistics.queries);
    add("documents", statistics.documents);
    add("features", statistics.features);
    table.rows.push_back({"documents of a query", text_of(statistics.query_sizes)});
    return table;
}

}  // namespace

std::vector<report::Fact> statistics_facts(const Dataset& data, const Statistics& statistics) {
    Json labels = Json::array();
    for (const LabelStatistics& label : statistics.labels) labels.push_back(json_of(label));
    return {{"queries", statistics.queries},
            {"documents", statistics.documents},
            {"features", statistics.features},
            {"documents_per_query", json_of(statistics.query_sizes)},
            {"labels", std::move(labels)},
            {"feature_findings", json_of_features(data, statistics)},
            {"query_findings", json_of_queries(data, statistics)}};
}

void add_statistics(report::Report& report, const Dataset& data, const Statistics& statistics) {
    report.add(sizes(statistics));
    for (const LabelStatistics& label : statistics.labels)
        add_label(report, label, statistics.documents);
    report.add(feature_findings(data, statistics));
    report.add(query_findings(data, statistics));
    report.add(document_findings(data, statistics));
}

}  // namespace gradus::cli
