#include <memory>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/options/output_flags.hpp"
#include "apps/cli/options/read_flags.hpp"
#include "gradus/analysis/local_optimality.hpp"
#include "gradus/base/error.hpp"
#include "gradus/evaluation/profiled_measure.hpp"
#include "gradus/models/model_format.hpp"

namespace gradus::cli {
namespace {

using report::Kind;

struct Options {
    std::string model;
    std::vector<std::string> data;
    std::vector<std::string> measures = {"NDCG@10"};
    std::size_t directions = 460;
    std::vector<double> steps;
    bool relative = false;
    double epsilon = 0.003;
    OutputFlags output;
    ReadFlags read;
};

/// What the trials say, in words.
std::string conclusion(const Optimality& result, const OptimalityOptions& options) {
    if (result.is_optimum(options.directions))
        return fmt::format(
            "a local optimum, with 99 % confidence: in no direction does it rise by "
            "more than {}",
            options.epsilon);
    if (result.directions_more > 0)
        return fmt::format(
            "not a local optimum: it rises by more than {} in {} of {} directions, by at most "
            "{:.4f}",
            options.epsilon,
            result.directions_more,
            options.directions,
            result.best);
    return fmt::format(
        "open: it rises nowhere by more than {}, but {} directions are too few for "
        "99 % confidence, which needs 459",
        options.epsilon,
        options.directions);
}

report::Report report_of(const Options& options,
                         const std::vector<std::vector<Optimality>>& results,
                         const OptimalityOptions& asked) {
    report::Report report{.facts = {{"directions", asked.directions},
                                    {"steps", asked.steps},
                                    {"relative", asked.relative},
                                    {"epsilon", asked.epsilon}}};
    report::Table table{.name = "results"};
    table.columns = {{.name = "data"},
                     {.name = "measure"},
                     {.name = "value", .kind = Kind::number},
                     {.name = "better", .kind = Kind::share, .digits = 1, .only = report::people},
                     {.name = "by more", .kind = Kind::share, .digits = 1, .only = report::people},
                     {.name = "improved", .kind = Kind::integer, .only = report::programs},
                     {.name = "improved_more", .kind = Kind::integer, .only = report::programs},
                     {.name = "directions_more", .kind = Kind::integer, .only = report::programs},
                     {.name = "largest", .kind = Kind::change},
                     {.name = "trials", .kind = Kind::integer, .heading = "of trials"},
                     {.name = "optimum", .only = report::programs}};
    const auto share = [](std::size_t part, std::size_t all) {
        return static_cast<double>(part) / static_cast<double>(all);
    };
    std::vector<report::Note> conclusions;
    for (std::size_t d = 0; d < options.data.size(); ++d) {
        for (std::size_t m = 0; m < options.measures.size(); ++m) {
            const Optimality& result = results[d][m];
            table.rows.push_back({options.data[d],
                                  options.measures[m],
                                  result.base,
                                  share(result.improved, result.trials),
                                  share(result.improved_more, result.trials),
                                  result.improved,
                                  result.improved_more,
                                  result.directions_more,
                                  result.best,
                                  result.trials,
                                  result.is_optimum(asked.directions)});
            conclusions.emplace_back(fmt::format(
                "{}, {}: {}", options.data[d], options.measures[m], conclusion(result, asked)));
        }
    }
    report.add(std::move(table));
    for (report::Note& note : conclusions) report.add(std::move(note));
    return report;
}

void analyse(const Options& options, Session& session) {
    const auto model = load_model(options.model);
    std::vector<NamedMeasure> targets;
    targets.reserve(options.measures.size());
    for (const std::string& text : options.measures) targets.push_back(named_measure(text));
    std::vector<Dataset> data;
    data.reserve(options.data.size());
    for (const std::string& path : options.data)
        data.push_back(options.read.read_matched(schema_of(*model), path, session));
    for (std::size_t d = 0; d < data.size(); ++d) check_grades(targets, data[d], options.data[d]);
    std::vector<std::unique_ptr<const PerturbedModel>> models;
    std::vector<OptimalitySide> sides;
    for (std::size_t d = 0; d < data.size(); ++d) {
        models.push_back(perturbed_model(*model, data[d], options.data[d], session.thread_count()));
        sides.push_back({data[d], *models.back()});
    }
    if (models.front()->weights() == 0)
        throw Error({options.model}, "the model has no weights", "give a model that was trained");
    OptimalityOptions asked{.directions = options.directions,
                            .relative = options.relative,
                            .epsilon = options.epsilon,
                            .seed = session.seed,
                            .threads = session.thread_count(),
                            .progress = session.progress()};
    if (!options.steps.empty()) asked.steps = options.steps;
    const auto results = local_optimality(sides, targets, asked);
    options.output.print(report_of(options, results, asked));
}

}  // namespace

namespace commands {
extern const CommandEntry analyse_optimality_entry{
    .group = "analyse",
    .name = "optimality",
    .summary = "test whether a model is at a local optimum of a measure",
    .add =
        [](CommandLine& line, Session& session) {
            const auto options = std::make_shared<Options>();
            line.option("--model", options->model, "a linear model, a net or trees")
                .required()
                .reads();
            line.option("--data", options->data, "graded data; several files are tested separately")
                .required()
                .reads()
                .one_value();
            line.option("-m,--measure", options->measures, "may be given several times")
                .one_value()
                .default_text("NDCG@10");
            line.option("--directions", options->directions, "random directions")
                .with_default()
                .range(1, 1'000'000);
            line.option("--steps", options->steps, "step sizes")
                .separated_by(',')
                .default_text("0.1,0.2,...,1");
            line.flag(
                "--relative", options->relative, "step sizes are fractions of the weights' norm");
            line.option("--epsilon", options->epsilon, "minimum rise that counts")
                .with_default()
                .range(0, 1);
            options->output.add_to(line);
            options->read.add_with_matching_to(line);
            line.footer([] {
                return std::string(
                    "Moves all weights (of trees: the leaf values) by each step in each direction "
                    "and ranks again (Donmez, Svore & Burges, SIGIR 2009). If one direction in a "
                    "hundred were better, 459 random directions would all miss it with a "
                    "probability of 1 %.\n");
            });
            line.action([options, &session] { analyse(*options, session); });
        },
};
}  // namespace commands

}  // namespace gradus::cli
