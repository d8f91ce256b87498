#include "apps/cli/feature_table_output.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "apps/cli/table.hpp"
#include "apps/cli/value_text.hpp"
#include "gradus/base/counted.hpp"

namespace gradus::cli {
namespace {

constexpr int digits = 4;

std::vector<std::size_t> in_order(const FeatureTable& table, FeatureOrder order) {
    std::vector<std::size_t> features(table.rows.size());
    std::iota(features.begin(), features.end(), std::size_t{0});
    if (order == FeatureOrder::value) {
        std::ranges::stable_sort(
            features, std::greater(), [&](std::size_t j) { return table.rows[j].best(); });
    }
    return features;
}

std::string short_number(double value) {
    return std::isnan(value) ? "-" : fmt::format("{:.4g}", value);
}

/// The better direction; "" where both are the same.
std::string_view better(const FeatureRow& row) {
    if (row.high_first == row.low_first) return "";
    return row.high_first > row.low_first ? "high" : "low";
}

/// A value, with a mark where it is the better one; the digits stay in line.
std::string marked(double value, bool best) {
    return fmt::format("{:.{}f}{}", value, digits, best ? " *" : "  ");
}

std::string text_of(const FileFeatures& file,
                    const std::string& first_file,
                    const FeatureTableOutput& output) {
    std::vector<std::string> header = {"feature",
                                       "missing",
                                       "distinct",
                                       "min",
                                       "max",
                                       "mean",
                                       "std dev",
                                       "high first  ",
                                       "low first  "};
    if (!file.distances.empty()) header.emplace_back("distance");
    std::vector<std::vector<std::string>> rows = {header};
    for (const std::size_t j : in_order(file.table, output.order)) {
        const FeatureRow& row = file.table.rows[j];
        rows.push_back({file.data.feature_name(j),
                        human_count(row.missing),
                        human_count(row.distinct),
                        short_number(row.min),
                        short_number(row.max),
                        short_number(row.mean),
                        short_number(row.deviation),
                        marked(row.high_first, better(row) == "high"),
                        marked(row.low_first, better(row) == "low")});
        if (!file.distances.empty())
            rows.back().push_back(value_text(file.distances[j], digits, "-"));
    }
    std::string text = fmt::format(
        "{}: {} when ranked by one feature alone; * = the better direction; in any order {:.{}f}\n",
        file.file,
        output.measure,
        file.table.any_order,
        digits);
    if (file.table.undefined > 0) {
        text += fmt::format("for {} of {} {} is undefined, which counts 0\n",
                            human_count(file.table.undefined),
                            human_counted(file.data.queries(), "query"),
                            output.measure);
    }
    if (!file.distances.empty())
        text += fmt::format("distance: Kolmogorov-Smirnov, from the values in {}\n", first_file);
    return text + aligned_numbers(rows);
}

std::string all_digits(double value) {
    return std::isnan(value) ? std::string() : fmt::format("{}", value);
}

}  // namespace

std::string feature_tables_text(std::span<const FileFeatures> files,
                                const FeatureTableOutput& output) {
    std::string text;
    for (const FileFeatures& file : files) {
        if (!text.empty()) text += '\n';
        text += text_of(file, files.front().file, output);
    }
    return text;
}

std::string feature_tables_csv(std::span<const FileFeatures> files,
                               const FeatureTableOutput& output) {
    std::vector<std::vector<std::string>> rows = {{"file",
                                                   "feature",
                                                   "documents",
                                                   "missing",
                                                   "distinct",
                                                   "min",
                                                   "max",
                                                   "mean",
                                                   "standard_deviation",
                                                   "measure",
                                                   "high_first",
                                                   "low_first",
                                                   "any_order",
                                                   "better",
                                                   "distance"}};
    for (const FileFeatures& file : files) {
        for (const std::size_t j : in_order(file.table, output.order)) {
            const FeatureRow& row = file.table.rows[j];
            rows.push_back({file.file,
                            file.data.feature_name(j),
                            std::to_string(file.data.documents()),
                            std::to_string(row.missing),
                            std::to_string(row.distinct),
                            all_digits(row.min),
                            all_digits(row.max),
                            all_digits(row.mean),
                            all_digits(row.deviation),
                            output.measure,
                            all_digits(row.high_first),
                            all_digits(row.low_first),
                            all_digits(file.table.any_order),
                            std::string(better(row)),
                            file.distances.empty() ? "" : all_digits(file.distances[j])});
        }
    }
    return csv_lines(rows);
}

nlohmann::ordered_json feature_table_json(const FileFeatures& file,
                                          const FeatureTableOutput& output) {
    using Json = nlohmann::ordered_json;
    Json features = Json::array();
    for (const std::size_t j : in_order(file.table, output.order)) {
        const FeatureRow& row = file.table.rows[j];
        Json entry = {{"feature", file.data.feature_name(j)},
                      {"missing", row.missing},
                      {"distinct", row.distinct},
                      {"min", json_number(row.min)},
                      {"max", json_number(row.max)},
                      {"mean", json_number(row.mean)},
                      {"standard_deviation", json_number(row.deviation)},
                      {"high_first", row.high_first},
                      {"low_first", row.low_first},
                      {"better", better(row)}};
        if (!file.distances.empty()) entry["distance"] = json_number(file.distances[j]);
        features.push_back(std::move(entry));
    }
    return {{"measure", output.measure},
            {"any_order", file.table.any_order},
            {"undefined_queries", file.table.undefined},
            {"features", std::move(features)}};
}

}  // namespace gradus::cli
