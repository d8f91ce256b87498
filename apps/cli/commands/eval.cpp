#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/notes/guessed_maximum_note.hpp"
#include "apps/cli/notes/overlap_notes.hpp"
#include "apps/cli/options/output_flags.hpp"
#include "apps/cli/options/read_flags.hpp"
#include "apps/cli/output/evaluation_output.hpp"
#include "gradus/base/error.hpp"
#include "gradus/evaluation/profiled_measure.hpp"
#include "gradus/evaluation/rankings.hpp"
#include "gradus/measures/spelling.hpp"

namespace gradus::cli {
namespace {

enum class Ties : unsigned char { profile, file, id, mean, range };

struct Options {
    std::vector<std::string> measures = {"NDCG@10", "AP", "P@10", "RR"};
    std::string qrels;
    std::vector<std::string> runs;
    std::vector<std::string> more_runs;
    std::string data;
    std::vector<std::string> scores;
    std::vector<std::string> models;
    std::string train;
    std::string profile = "gradus";
    std::string why;
    Ties ties = Ties::profile;
    bool by_query = false;
    int digits = 4;
    std::optional<Option> digits_option;
    OutputFlags output;
    ReadFlags read;
};

/// The profile, with the order of ties that was asked for.
Profile with_ties(Profile profile, Ties ties) {
    if (ties == Ties::file) profile.run_ties = profile.data_ties = TieOrder::data_order;
    if (ties == Ties::id) profile.run_ties = profile.data_ties = TieOrder::id_descending;
    return profile;
}

/// What the reader of a value is told of equal scores.
void name_ties(const Options& options, TieOrder order, EvaluationOutput& output) {
    output.ties = order == TieOrder::data_order ? "file" : "id";
    output.ties_text = in_words(order);
    if (options.ties == Ties::mean) {
        output.ties = "mean";
        output.ties_text = "mean over all orders";
    } else if (options.ties == Ties::range) {
        output.ties = "range";
        output.ties_text = "mean over all orders [minimum, maximum]";
    }
}

void refuse_nameless(const Dataset& data, const Options& options) {
    if (options.ties != Ties::id || !data.document_ids.empty()) return;
    throw Error(Where::typed("option --ties id"),
                fmt::format("the documents of {} have no ids", options.data),
                "say --ties file, mean or range");
}

std::vector<EvaluatedRun> evaluate_runs(const Options& options,
                                        const EvaluationPlan& plan,
                                        Session& session) {
    std::vector<std::string> names = options.runs;
    names.insert(names.end(), options.more_runs.begin(), options.more_runs.end());
    return evaluate_runs(options.qrels, names, plan, session.progress());
}

std::vector<EvaluatedRun> evaluate_data(const Options& options,
                                        const EvaluationPlan& plan,
                                        Session& session) {
    bool is_read = false;
    const auto read = [&](const FeatureSchema* schema) {
        if (is_read && options.data == "-") {
            throw Error(Where::typed("option --data -"),
                        "standard input can be read once, and the models have different features",
                        "write the data to a file");
        }
        is_read = true;
        return schema == nullptr ? options.read.read(options.data, session)
                                 : options.read.read_matched(*schema, options.data, session);
    };
    const auto look = [&](const Dataset& data) {
        refuse_nameless(data, options);
        if (options.train.empty()) return;
        const Dataset train = options.read.read(options.train, session);
        tell_shared_queries(
            {train, options.train}, {data, options.data}, options.read.format, session);
    };
    return evaluate_data({.name = options.data,
                          .models = options.models,
                          .scores = options.scores,
                          .read = read,
                          .look = look},
                         plan);
}

/// -m takes one value, so that a second one behind it would be a run.
void refuse_measures_as_runs(const Options& options) {
    for (const std::string& run : options.more_runs) {
        if (run == "-" || std::filesystem::exists(run)) continue;
        try {
            read_measure(run, measure_place(run));
        } catch (const Error&) {
            continue;
        }
        misuse(fmt::format(
            "'{0}' is a measure in the place of a run; give each measure its own -m: -m {0}", run));
    }
}

void refuse_repeated_runs(const Options& options) {
    std::vector<std::string> runs = options.runs;
    runs.insert(runs.end(), options.more_runs.begin(), options.more_runs.end());
    std::ranges::sort(runs);
    const auto twice = std::ranges::adjacent_find(runs);
    if (twice != runs.end() && *twice != "-")
        misuse(fmt::format("{} is given twice; give each run once", *twice));
}

void check(const Options& options) {
    const Profile& profile = profile_named(options.profile);
    if (!options.why.empty()) profile_named(options.why, "why");
    for (const std::string& text : options.measures) named_measure(text, profile);
    refuse_measures_as_runs(options);
    refuse_repeated_runs(options);
    if (options.data.empty() && !options.read.options.columns.empty())
        misuse(
            "--columns: of what? Judgments have one grade each; label columns stand beside "
            "--data");
    const bool has_run = !options.runs.empty() || !options.more_runs.empty();
    const bool has_scores = !options.scores.empty() || !options.models.empty();
    if (options.qrels.empty() && options.data.empty() && has_scores && has_run) {
        const std::string& data = options.runs.empty() ? options.more_runs[0] : options.runs[0];
        misuse(fmt::format("name the data with --data: --data {}", data));
    }
    if (options.qrels.empty() == options.data.empty())
        misuse("give --qrels with runs, or --data with --scores or --model");
    if (!options.qrels.empty() && (!has_run || has_scores)) misuse("give --qrels with --run");
    if (!options.data.empty() && has_run)
        misuse("runs need judgments: give them with --qrels, or --data with --scores or --model");
    if (!options.data.empty() && !has_scores) misuse("give --data with --scores or --model");
    if (!options.train.empty() && options.data.empty())
        misuse("--train: compare it with what? Name the data to measure with --data");
    if (options.why.empty() && options.output.table() == "changes")
        misuse("--table changes goes with --why");
}

void tell_notes(std::span<const NamedMeasure> measures, Session& session) {
    for (const NamedMeasure& measure : measures)
        for (const std::string& note : measure.notes)
            session.progress().note(fmt::format("measure '{}': {}", measure.typed, note));
}

/// The highest grade of this file is part of the measure where nothing else is said.
void tell_highest(std::span<const NamedMeasure> measures,
                  const Evaluation& evaluation,
                  const Options& options,
                  EvaluationOutput& output,
                  Session& session) {
    for (std::size_t m = 0; m < measures.size(); ++m) {
        if (measures[m].measure->left_to_data().empty()) continue;
        output.in_full[m] = text_with_highest(measures[m], evaluation.highest[m]);
        session.progress().note(
            guessed_maximum_note(measures[m],
                                 evaluation.highest[m],
                                 options.qrels.empty() ? options.data : options.qrels));
    }
}

/// A value that no query has to show for.
void tell_undefined(std::span<const EvaluatedRun> runs, const Options& options, Session& session) {
    for (const EvaluatedRun& run : runs) {
        const Evaluation& evaluation = run.evaluation;
        for (std::size_t m = 0; m < options.measures.size(); ++m) {
            if (evaluation.undefined[m] == 0 ||
                evaluation.undefined[m] + evaluation.counts.missing < evaluation.counts.scored)
                continue;
            session.progress().note(
                fmt::format("{}: {} is undefined for every query, so its value tells nothing; are "
                            "there documents of different grades?",
                            run.name,
                            options.measures[m]));
        }
    }
}

void eval(const Options& options, Session& session) {
    const Profile profile = with_ties(profile_named(options.profile), options.ties);
    EvaluationPlan plan{.measures = {}, .profile = profile, .threads = session.thread_count()};
    if (!options.why.empty())
        plan.other = with_ties(profile_named(options.why, "why"), options.ties);
    EvaluationOutput output{.measures = options.measures,
                            .in_full = {},
                            .profile = &profile,
                            .by_query = options.by_query,
                            .digits = options.digits};
    name_ties(options, options.qrels.empty() ? profile.data_ties : profile.run_ties, output);
    for (const std::string& text : options.measures) {
        plan.measures.push_back(named_measure(text, profile));
        output.in_full.push_back(plan.measures.back().text);
    }
    plan.ties = {.averaged = !output.is_ordered(), .seed = session.seed};
    const std::vector<EvaluatedRun> runs = options.qrels.empty()
                                               ? evaluate_data(options, plan, session)
                                               : evaluate_runs(options, plan, session);
    tell_notes(plan.measures, session);
    tell_highest(plan.measures, runs.front().evaluation, options, output, session);
    tell_undefined(runs, options, session);
    const bool rounded = options.digits_option && options.digits_option->given();
    options.output.print(evaluation_report(runs, output), rounded);
}

}  // namespace

namespace commands {
extern const CommandEntry eval_entry{
    .group = "",
    .name = "eval",
    .summary = "evaluate rankings: runs, scores or models",
    .add =
        [](CommandLine& line, Session& session) {
            const auto options = std::make_shared<Options>();
            line.option("-m,--measure", options->measures, "a measure, such as NDCG@10; repeatable")
                .one_value()
                .with_default();
            line.option("--qrels", options->qrels, "judgments (TREC qrels) of the runs").reads();
            line.option("--run", options->runs, "a TREC run; repeatable; - = standard input")
                .one_value()
                .reads();
            line.option("RUN", options->more_runs, "further runs").reads();
            line.option("--data", options->data, "graded data").reads();
            line.option("--scores",
                        options->scores,
                        "scores of --data as written by gradus score: one per line in its order, "
                        ".csv or .tsv with a column score, or .run; repeatable")
                .one_value()
                .reads();
            line.option("--model", options->models, "model to score --data with; repeatable")
                .one_value()
                .reads();
            line.option("--train",
                        options->train,
                        "training data of the model: warns of queries that --data shares with it")
                .reads();
            line.option("--profile", options->profile, "evaluation profile (gradus list profiles)")
                .with_default();
            line.option("--why",
                        options->why,
                        "compare with another profile: which rules change the values, and for "
                        "which queries");
            line.choice<Ties>("--ties",
                              options->ties,
                              {{"profile", Ties::profile},
                               {"file", Ties::file},
                               {"id", Ties::id},
                               {"mean", Ties::mean},
                               {"range", Ties::range}},
                              "order of equal scores: profile (its rule for runs or data), file "
                              "(as in the file), id (document id, descending), mean (over all "
                              "orders) or range (mean, minimum and maximum over all orders)");
            line.flag("-q,--by-query", options->by_query, "print the value of each query too");
            options->output.add_to(line, {"values", "changes"});
            options->digits_option =
                line.option("--digits", options->digits, "decimal places, in all formats but JSON")
                    .with_default()
                    .range(0, 17);
            options->read.add_with_matching_to(line);
            line.check([options] { check(*options); });
            line.action([options, &session] { eval(*options, session); });
        },
};
}  // namespace commands

}  // namespace gradus::cli
