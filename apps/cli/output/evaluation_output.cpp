#include "apps/cli/output/evaluation_output.hpp"

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/cli/output/difference_output.hpp"
#include "gradus/base/counted.hpp"
#include "gradus/report/cell_text.hpp"

namespace gradus::cli {
namespace {

using report::Cell;
using report::Column;
using report::Format;
using report::Kind;
using report::Note;

std::string counts_line(const EvaluatedRun& run) {
    const RunCounts& counts = run.evaluation.counts;
    return fmt::format(
        "{}: queries: {} judged, {} in the run, {} scored, {} missing, {} not judged, {} without "
        "a relevant document, {} with ties in the top {}; judged@{} {:.4f}{}",
        run.name,
        counts.queries_judged,
        counts.queries_in_run,
        counts.scored,
        counts.missing,
        counts.not_judged,
        counts.without_relevant,
        counts.tied,
        counts.depth,
        counts.depth,
        counts.judged_at_depth,
        counts.labels.empty() ? "" : fmt::format("; counted in label column {}", counts.labels));
}

/// What must be known of a run's values besides.
void add_lines(std::vector<Note>& lines, const EvaluatedRun& run, const EvaluationOutput& output) {
    const Evaluation& evaluation = run.evaluation;
    lines.push_back(Note::comment(counts_line(run)));
    if (evaluation.counts.tied > 0 && output.is_ordered()) {
        lines.push_back(Note::comment(
            fmt::format("{}: equal scores of {} of {} are ordered by that rule; --ties range shows "
                        "how much it matters",
                        run.name,
                        evaluation.counts.tied,
                        counted(evaluation.counts.scored, "query"))));
    }
    for (std::size_t m = 0; m < output.measures.size(); ++m) {
        if (evaluation.undefined[m] == 0) continue;
        const bool one = evaluation.undefined[m] == 1;
        lines.push_back(
            Note::comment(fmt::format("{}: {} is undefined for {} {} {}",
                                      run.name,
                                      output.measures[m],
                                      evaluation.undefined[m],
                                      one ? "query, which counts" : "queries, which count",
                                      output.profile->undefined_value)));
    }
    if (evaluation.sampled > 0) {
        lines.push_back(
            Note::comment(fmt::format("{}: {} values over ties are means of 1000 random orders",
                                      run.name,
                                      evaluation.sampled)));
    }
}

/// One value for all queries, or of one query; with its range over ties where there is one.
struct Value {
    double value = 0.0;
    double least = 0.0;
    double most = 0.0;
};

Value mean_of(const EvaluatedRun& run, std::size_t m, const EvaluationOutput& output) {
    const Evaluation& evaluation = run.evaluation;
    if (!output.has_range()) return {.value = evaluation.means[m]};
    return {evaluation.means[m], evaluation.least[m], evaluation.most[m]};
}

Value value_of(const EvaluatedRun& run,
               std::size_t m,
               std::size_t query,
               const EvaluationOutput& output) {
    const Evaluation& evaluation = run.evaluation;
    if (!output.has_range()) return {.value = evaluation.values[m][query]};
    return {evaluation.values[m][query],
            evaluation.least_values[m][query],
            evaluation.most_values[m][query]};
}

std::vector<Column> columns_of(const EvaluationOutput& output) {
    const report::Formats csv{Format::csv};
    std::vector<Column> columns = {
        {.name = "profile", .only = csv},
        {.name = "ties", .only = csv},
        {.name = "run"},
        {.name = "query", .only = output.by_query ? report::everyone : csv}};
    const auto add = [&](const std::string& name, report::Formats only) {
        columns.push_back({.name = name,
                           .kind = Kind::number,
                           .digits = output.digits,
                           .align = report::Align::left,
                           .only = only});
    };
    for (const std::string& measure : output.measures) {
        add(measure, report::everyone);
        if (!output.has_range()) continue;
        add(measure + " least", csv);
        add(measure + " most", csv);
    }
    if (output.by_query) columns.push_back({.name = "undefined", .only = csv});
    return columns;
}

/// People see where a value is undefined; CSV has what it counts in the mean.
void add_value(std::vector<Cell>& cells,
               const Value& found,
               double undefined_value,
               const EvaluationOutput& output) {
    const Column shown_as{.name = "", .kind = Kind::number, .digits = output.digits};
    const auto text = [&](double number) { return report::cell_text(number, shown_as); };
    const auto counted_as = [&](double number) {
        return std::isnan(number) ? undefined_value : number;
    };
    std::string shown = text(found.value);
    if (output.has_range())
        shown = fmt::format("{} [{}, {}]", shown, text(found.least), text(found.most));
    cells.emplace_back(Json(counted_as(found.value)), std::move(shown));
    if (!output.has_range()) return;
    cells.emplace_back(counted_as(found.least));
    cells.emplace_back(counted_as(found.most));
}

void add_rows(report::Table& table, const EvaluatedRun& run, const EvaluationOutput& output) {
    const Evaluation& evaluation = run.evaluation;
    const auto start = [&](std::string_view query) {
        return std::vector<Cell>{output.profile->name, output.ties, run.name, query};
    };
    for (std::size_t query = 0; output.by_query && query < evaluation.query_ids.size(); ++query) {
        std::vector<Cell> cells = start(evaluation.query_ids[query]);
        std::vector<std::string> undefined;
        for (std::size_t m = 0; m < output.measures.size(); ++m) {
            const Value found = value_of(run, m, query, output);
            if (std::isnan(found.value)) undefined.push_back(output.measures[m]);
            add_value(cells, found, output.profile->undefined_value, output);
        }
        cells.emplace_back(Json(undefined));
        table.rows.emplace_back(std::move(cells));
    }
    std::vector<Cell> cells = start("all");
    for (std::size_t m = 0; m < output.measures.size(); ++m)
        add_value(cells, mean_of(run, m, output), std::nan(""), output);
    table.rows.emplace_back(std::move(cells));
}

Json by_query(const Evaluation& evaluation, std::span<const double> values) {
    Json::Object members;
    for (std::size_t query = 0; query < evaluation.query_ids.size(); ++query)
        members.emplace_back(evaluation.query_ids[query], values[query]);
    return members;
}

Json data_of(const EvaluatedRun& run, std::size_t m, const EvaluationOutput& output) {
    const Evaluation& evaluation = run.evaluation;
    Json measure = {{"measure", output.measures[m]},
                    {"in_full", output.in_full[m]},
                    {"mean", evaluation.means[m]},
                    {"undefined", evaluation.undefined[m]}};
    if (output.has_range()) {
        measure.set("least", evaluation.least[m]);
        measure.set("most", evaluation.most[m]);
    }
    if (!output.by_query) return measure;
    measure.set("by_query", by_query(evaluation, evaluation.values[m]));
    if (!output.has_range()) return measure;
    measure.set("least_by_query", by_query(evaluation, evaluation.least_values[m]));
    measure.set("most_by_query", by_query(evaluation, evaluation.most_values[m]));
    return measure;
}

/// All that is known of a run.
Json data_of(const EvaluatedRun& run, const EvaluationOutput& output) {
    const RunCounts& counts = run.evaluation.counts;
    Json data = {{"run", run.name},
                 {"queries",
                  Json{{"judged", counts.queries_judged},
                       {"in_run", counts.queries_in_run},
                       {"scored", counts.scored},
                       {"missing", counts.missing},
                       {"not_judged", counts.not_judged},
                       {"without_relevant", counts.without_relevant},
                       {"tied", counts.tied}}},
                 {"depth", counts.depth},
                 {"judged_at_depth", counts.judged_at_depth}};
    if (!counts.labels.empty()) data.set("counted_in", counts.labels);
    Json values = Json::array();
    for (std::size_t m = 0; m < output.measures.size(); ++m)
        values.push_back(data_of(run, m, output));
    data.set("values", std::move(values));
    if (run.why) data.set("why", difference_data(*run.why, output.measures));
    return data;
}

}  // namespace

report::Report evaluation_report(std::span<const EvaluatedRun> runs,
                                 const EvaluationOutput& output) {
    Json data = Json::array();
    report::Table table{.name = "values",
                        .columns = columns_of(output),
                        .only = report::people | report::Formats{Format::csv}};
    table.above = {Note::comment(fmt::format("measures: {}", fmt::join(output.in_full, " ")))};
    for (const EvaluatedRun& run : runs) {
        data.push_back(data_of(run, output));
        add_lines(table.above, run, output);
        add_rows(table, run, output);
    }
    report::Report report{.facts = {{"profile",
                                     output.profile->name,
                                     fmt::format("profile {}: {}; ties: {}",
                                                 output.profile->name,
                                                 output.profile->summary,
                                                 output.ties_text)},
                                    {"ties", output.ties},
                                    {"runs", std::move(data)}}};
    report.add(std::move(table));
    report::Table changes = changes_table();
    for (const EvaluatedRun& run : runs) {
        if (!run.why) continue;
        add_difference(
            report, run.name, *run.why, output.measures, run.evaluation.means, output.digits);
        add_changes(changes, run.name, *run.why, output.measures);
    }
    if (!changes.rows.empty()) report.add(std::move(changes));
    return report;
}

}  // namespace gradus::cli
