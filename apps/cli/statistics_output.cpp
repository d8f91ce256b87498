#include "apps/cli/statistics_output.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/decimal.hpp"
#include "gradus/base/text_number.hpp"

namespace gradus::cli {
namespace {

using Json = nlohmann::ordered_json;

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
    result["spread"] = json_of(label.spread);
    if (label.values <= LabelStatistics::most_values) {
        Json histogram = Json::array();
        for (const auto& [value, count] : label.histogram) {
            histogram.push_back({{"value", decimal(value)}, {"documents", count}});
        }
        result["histogram"] = std::move(histogram);
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
    Json giveaways = Json::array();
    for (const Giveaway& giveaway : statistics.giveaways) {
        Json entry = {{"feature", data.feature_name(giveaway.feature)},
                      {"label", data.labels[giveaway.column].name}};
        if (giveaway.order_accuracy) {
            entry["order_accuracy"] = *giveaway.order_accuracy;
            entry["direction"] = giveaway.falling ? "falling" : "rising";
        }
        if (giveaway.value_skill) entry["value_skill"] = *giveaway.value_skill;
        giveaways.push_back(std::move(entry));
    }
    return {{"constant", names(statistics.constant_features)},
            {"empty", names(statistics.empty_features)},
            {"missing_values", std::move(missing)},
            {"equal", std::move(equal)},
            {"give_label_away", std::move(giveaways)}};
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

std::string line(std::string_view name, std::string_view value) {
    return fmt::format("{:<34}{}\n", name, value);
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

std::string text_of(const LabelStatistics& label, std::size_t documents) {
    std::string text = fmt::format("\nLabel column {}\n", label.name);
    const auto row = [&](std::string_view value, std::size_t count) {
        text += fmt::format("  {:<12}{:>14}{:>8.1f} %\n",
                            value,
                            human_count(count),
                            100.0 * static_cast<double>(count) / static_cast<double>(documents));
    };
    for (const auto& [value, count] : label.histogram) row(shortest(value), count);
    if (label.missing > 0) row("missing", label.missing);
    if (label.values > LabelStatistics::most_values) {
        text += fmt::format("  {} values: {}\n", human_count(label.values), text_of(label.spread));
    }
    return text;
}

std::string text_of_features(const Dataset& data, const Statistics& statistics) {
    const auto name = [&](std::size_t feature) { return data.feature_name(feature); };
    std::string text = "\nFeatures\n";
    text += line("  constant", listed(statistics.constant_features, name));
    text += line("  empty (always missing)", listed(statistics.empty_features, name));
    text += line("  with missing values", listed(statistics.missing_values, [&](const auto& entry) {
                     return fmt::format("{} ({})", name(entry.first), human_count(entry.second));
                 }));
    text += line("  groups of equal features",
                 listed(statistics.equal_features, [&](const std::vector<std::size_t>& group) {
                     std::string joined;
                     for (const std::size_t feature : group) {
                         joined += joined.empty() ? "" : " = ";
                         joined += name(feature);
                     }
                     return joined;
                 }));
    text += line(
        "  that give a label away", listed(statistics.giveaways, [&](const Giveaway& giveaway) {
            std::string why;
            if (giveaway.order_accuracy) {
                why = fmt::format("{:.2f} % of pairs in {} order",
                                  100.0 * *giveaway.order_accuracy,
                                  giveaway.falling ? "falling" : "rising");
            }
            if (giveaway.value_skill) {
                why += why.empty() ? "" : "; ";
                why += fmt::format("{:.2f} % known by value", 100.0 * *giveaway.value_skill);
            }
            return fmt::format(
                "{} ({}: {})", name(giveaway.feature), data.labels[giveaway.column].name, why);
        }));
    return text;
}

std::string text_of_queries(const Dataset& data, const Statistics& statistics) {
    const auto id = [&](std::size_t query) { return std::string(data.query_ids[query]); };
    const auto repeated = [&](const RepeatedDocuments& group) {
        return fmt::format("{} of query {}",
                           human_counted(group.documents.size(), "document"),
                           data.query_ids[group.query]);
    };
    std::string text = "\nQueries\n";
    text += line("  of one grade", listed(statistics.one_grade_queries, id));
    text += line("  without a grade above 0", listed(statistics.irrelevant_queries, id));
    text += line("  of one document", listed(statistics.one_document_queries, id));
    text += "\nGroups of documents in a query\n";
    text += line("  with the same id", listed(statistics.repeated_ids, repeated));
    text += line("  with the same features", listed(statistics.repeated_rows, repeated));
    return text;
}

}  // namespace

nlohmann::ordered_json statistics_json(const Dataset& data, const Statistics& statistics) {
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

std::string statistics_text(const Dataset& data, const Statistics& statistics) {
    std::string text;
    text += line("queries", fmt::format("{:>12}", human_count(statistics.queries)));
    text += line("documents", fmt::format("{:>12}", human_count(statistics.documents)));
    text += line("features", fmt::format("{:>12}", human_count(statistics.features)));
    text += line("documents of a query", text_of(statistics.query_sizes));
    for (const LabelStatistics& label : statistics.labels) {
        text += text_of(label, statistics.documents);
    }
    return text + text_of_features(data, statistics) + text_of_queries(data, statistics);
}

std::string json_text(const nlohmann::ordered_json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace gradus::cli
