#include "apps/cli/evaluation_output.hpp"

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "apps/cli/difference_output.hpp"
#include "apps/cli/table.hpp"
#include "apps/cli/value_text.hpp"

namespace gradus::cli {
namespace {

std::string counts_line(const EvaluatedRun& run) {
    const RunCounts& counts = run.evaluation.counts;
    return fmt::format(
        "# {}: queries: {} judged, {} in the run, {} scored, {} missing, {} not judged, {} without "
        "a relevant document, {} with ties in the top {}; judged@{} {:.4f}{}\n",
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

std::string undefined_lines(const EvaluatedRun& run, const EvaluationOutput& output) {
    std::string text;
    for (std::size_t m = 0; m < output.measures.size(); ++m) {
        if (run.evaluation.undefined[m] == 0) continue;
        const bool one = run.evaluation.undefined[m] == 1;
        text += fmt::format("# {}: {} is undefined for {} {} {}\n",
                            run.name,
                            output.measures[m],
                            run.evaluation.undefined[m],
                            one ? "query, which counts" : "queries, which count",
                            output.profile->undefined_value);
    }
    if (run.evaluation.sampled > 0) {
        text += fmt::format("# {}: {} values over ties are means of 1000 random orders\n",
                            run.name,
                            run.evaluation.sampled);
    }
    return text;
}

nlohmann::ordered_json json_run(const EvaluatedRun& run, const EvaluationOutput& output) {
    const Evaluation& evaluation = run.evaluation;
    const RunCounts& counts = evaluation.counts;
    nlohmann::ordered_json out = {
        {"run", run.name},
        {"queries",
         {{"judged", counts.queries_judged},
          {"in_run", counts.queries_in_run},
          {"scored", counts.scored},
          {"missing", counts.missing},
          {"not_judged", counts.not_judged},
          {"without_relevant", counts.without_relevant},
          {"tied", counts.tied}}},
        {"depth", counts.depth},
        {"judged_at_depth", counts.judged_at_depth},
    };
    if (!counts.labels.empty()) out["counted_in"] = counts.labels;
    for (std::size_t m = 0; m < output.measures.size(); ++m) {
        nlohmann::ordered_json measure = {{"measure", output.measures[m]},
                                          {"in_full", output.in_full[m]},
                                          {"mean", json_number(evaluation.means[m])},
                                          {"undefined", evaluation.undefined[m]}};
        if (output.range) {
            measure["least"] = json_number(evaluation.least[m]);
            measure["most"] = json_number(evaluation.most[m]);
        }
        if (output.by_query) {
            for (std::size_t query = 0; query < evaluation.query_ids.size(); ++query) {
                measure["by_query"][std::string(evaluation.query_ids[query])] =
                    json_number(evaluation.values[m][query]);
            }
        }
        out["values"].push_back(std::move(measure));
    }
    if (run.why) out["why"] = difference_as_json(*run.why, output.measures);
    return out;
}

}  // namespace

std::string as_text(std::span<const EvaluatedRun> runs, const EvaluationOutput& output) {
    std::string text = fmt::format("# profile {}: {}\n# measures: {}\n",
                                   output.profile->name,
                                   output.profile->summary,
                                   fmt::join(output.in_full, " "));
    std::vector<std::vector<std::string>> rows = {{"run"}};
    if (output.by_query) rows.front().emplace_back("query");
    for (const std::string& measure : output.measures) rows.front().push_back(measure);
    for (const EvaluatedRun& run : runs) {
        text += counts_line(run) + undefined_lines(run, output);
        const Evaluation& evaluation = run.evaluation;
        for (std::size_t query = 0; output.by_query && query < evaluation.query_ids.size();
             ++query) {
            rows.push_back({run.name, std::string(evaluation.query_ids[query])});
            for (const std::vector<double>& values : evaluation.values)
                rows.back().push_back(value_text(values[query], output.digits, "-"));
        }
        rows.push_back({run.name});
        if (output.by_query) rows.back().emplace_back("all");
        for (std::size_t m = 0; m < output.measures.size(); ++m) {
            rows.back().push_back(value_text(evaluation.means[m], output.digits, "-"));
            if (!output.range) continue;
            rows.back().back() += fmt::format(" [{}, {}]",
                                              value_text(evaluation.least[m], output.digits, "-"),
                                              value_text(evaluation.most[m], output.digits, "-"));
        }
    }
    text += aligned(rows);
    for (const EvaluatedRun& run : runs)
        if (run.why) {
            text +=
                fmt::format("\n{}: ", run.name) +
                difference_as_text(*run.why, output.measures, run.evaluation.means, output.digits);
        }
    return text;
}

std::string as_csv(std::span<const EvaluatedRun> runs, const EvaluationOutput& output) {
    std::string text = "profile,run,query";
    for (const std::string& measure : output.measures) {
        text += "," + csv_field(measure);
        if (output.range)
            text += "," + csv_field(measure + " least") + "," + csv_field(measure + " most");
    }
    text += output.by_query ? ",undefined\n" : "\n";
    const auto start = [&](const EvaluatedRun& run, std::string_view query) {
        text +=
            fmt::format("{},{},{}", output.profile->name, csv_field(run.name), csv_field(query));
    };
    for (const EvaluatedRun& run : runs) {
        const Evaluation& evaluation = run.evaluation;
        for (std::size_t query = 0; output.by_query && query < evaluation.query_ids.size();
             ++query) {
            start(run, evaluation.query_ids[query]);
            std::vector<std::string> undefined;
            for (std::size_t m = 0; m < output.measures.size(); ++m) {
                double value = evaluation.values[m][query];
                if (std::isnan(value)) {
                    undefined.push_back(output.measures[m]);
                    value = output.profile->undefined_value;
                }
                text += "," + value_text(value, output.digits, "") + (output.range ? ",," : "");
            }
            text += "," + csv_field(fmt::format("{}", fmt::join(undefined, " "))) + '\n';
        }
        start(run, "all");
        for (std::size_t m = 0; m < output.measures.size(); ++m) {
            text += "," + value_text(evaluation.means[m], output.digits, "");
            if (!output.range) continue;
            text += "," + value_text(evaluation.least[m], output.digits, "") + "," +
                    value_text(evaluation.most[m], output.digits, "");
        }
        text += output.by_query ? ",\n" : "\n";
    }
    return text;
}

std::string as_json(std::span<const EvaluatedRun> runs, const EvaluationOutput& output) {
    nlohmann::ordered_json out = {{"profile", std::string(output.profile->name)},
                                  {"runs", nlohmann::ordered_json::array()}};
    for (const EvaluatedRun& run : runs) out["runs"].push_back(json_run(run, output));
    return out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace gradus::cli
