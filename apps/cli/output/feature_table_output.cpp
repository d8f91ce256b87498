#include "apps/cli/output/feature_table_output.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"

namespace gradus::cli {
namespace {

using report::Kind;

std::vector<std::size_t> in_order(const FeatureTable& table, FeatureOrder order) {
    std::vector<std::size_t> features(table.rows.size());
    std::iota(features.begin(), features.end(), std::size_t{0});
    if (order == FeatureOrder::value) {
        std::ranges::stable_sort(
            features, std::greater(), [&](std::size_t j) { return table.rows[j].best(); });
    }
    return features;
}

/// The better direction; "" where both are the same.
std::string_view better(const FeatureRow& row) {
    if (row.high_first == row.low_first) return "";
    return row.high_first > row.low_first ? "high" : "low";
}

/// A value, marked where it is the better one.
report::Cell marked(double value, bool best) {
    report::Cell cell(value);
    cell.best = best;
    return cell;
}

report::Table table_of(const FileFeatures& file, const FeatureTableOutput& output) {
    const report::Formats csv{report::Format::csv};
    const auto values = [](const char* name, const char* heading) {
        return report::Column{.name = name, .kind = Kind::significant, .heading = heading};
    };
    report::Table table{.name = "features"};
    table.columns = {{.name = "file", .only = csv},
                     {.name = "feature"},
                     {.name = "documents", .only = csv},
                     {.name = "missing", .kind = Kind::count},
                     {.name = "distinct", .kind = Kind::count},
                     values("min", "min"),
                     values("max", "max"),
                     values("mean", "mean"),
                     values("standard_deviation", "std dev"),
                     {.name = "measure", .only = csv},
                     {.name = "high_first", .kind = Kind::number, .heading = "high first"},
                     {.name = "low_first", .kind = Kind::number, .heading = "low first"},
                     {.name = "any_order", .only = csv},
                     {.name = "better", .only = report::programs},
                     {.name = "distance",
                      .kind = Kind::number,
                      .only = file.distances.empty() ? csv : report::everyone}};
    for (const std::size_t j : in_order(file.table, output.order)) {
        const FeatureRow& row = file.table.rows[j];
        table.rows.push_back({file.file,
                              file.data.feature_name(j),
                              file.data.documents(),
                              row.missing,
                              row.distinct,
                              row.min,
                              row.max,
                              row.mean,
                              row.deviation,
                              output.measure,
                              marked(row.high_first, better(row) == "high"),
                              marked(row.low_first, better(row) == "low"),
                              file.table.any_order,
                              better(row),
                              file.distances.empty() ? report::Cell() : file.distances[j]});
    }
    return table;
}

}  // namespace

void add_feature_tables(report::Report& report,
                        std::span<const FileFeatures> files,
                        const FeatureTableOutput& output) {
    for (const FileFeatures& file : files) {
        report::Table table = table_of(file, output);
        table.above = {
            fmt::format("{}: {} when ranked by one feature alone; * = the better "
                        "direction; in any order {:.4f}",
                        file.file,
                        output.measure,
                        file.table.any_order)};
        if (file.table.undefined > 0) {
            table.above.emplace_back(fmt::format("for {} of {} {} is undefined, which counts 0",
                                                 human_count(file.table.undefined),
                                                 human_counted(file.data.queries(), "query"),
                                                 output.measure));
        }
        if (!file.distances.empty()) {
            table.above.emplace_back(fmt::format(
                "distance: Kolmogorov-Smirnov, from the values in {}", files.front().file));
        }
        report.add(std::move(table));
    }
}

report::Table feature_rows(std::span<const FileFeatures> files, const FeatureTableOutput& output) {
    report::Table table = table_of(files.front(), output);
    for (const FileFeatures& file : files.subspan(1)) {
        const report::Table more = table_of(file, output);
        table.rows.insert(table.rows.end(), more.rows.begin(), more.rows.end());
    }
    return table;
}

Json feature_data(const FileFeatures& file, const FeatureTableOutput& output) {
    return {{"measure", output.measure},
            {"any_order", file.table.any_order},
            {"undefined_queries", file.table.undefined},
            {"features", report::json_rows(table_of(file, output))}};
}

}  // namespace gradus::cli
