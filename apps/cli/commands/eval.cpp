#include <filesystem>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/evaluation_output.hpp"
#include "apps/cli/overlap_notes.hpp"
#include "apps/cli/read_flags.hpp"
#include "apps/cli/score_input.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/data/formats/qrels.hpp"
#include "gradus/data/formats/run.hpp"
#include "gradus/evaluation/evaluate.hpp"
#include "gradus/measures/spelling.hpp"
#include "gradus/models/model.hpp"

namespace gradus::cli {
namespace {

enum class Ties : unsigned char { profile, mean, range };

struct Options {
    std::vector<std::string> measures = {"NDCG@10", "AP", "P@10", "RR"};
    std::string qrels;
    std::vector<std::string> runs;
    std::vector<std::string> more_runs;
    std::string data;
    std::string scores;
    std::string model;
    std::string train;
    std::string profile = "gradus";
    std::string why;
    Ties ties = Ties::profile;
    bool by_query = false;
    bool json = false;
    bool csv = false;
    int digits = 4;
    ReadFlags read;
};

std::vector<double> scores_of(const Options& options,
                              const Model* model,
                              const Dataset& data,
                              unsigned threads) {
    if (model == nullptr) return read_scores_of(data, options.scores);
    const std::vector<float> scores = score_all(*model, data, options.data, threads);
    return {scores.begin(), scores.end()};
}

void refuse_labels(std::span<const ProfiledMeasure> measures) {
    for (const ProfiledMeasure& measure : measures) {
        if (measure.labels == ProfiledMeasure{}.labels) continue;
        throw Error(Where::typed(fmt::format("measure '{}'", measure.text)),
                    fmt::format("judgments have no label column {}", measure.labels),
                    "measure graded data with --data");
    }
}

std::vector<EvaluatedRun> evaluate_runs(const Options& options,
                                        std::span<const ProfiledMeasure> measures,
                                        const Profile& profile,
                                        const Profile* other,
                                        const TieRule& ties,
                                        Session& session) {
    refuse_labels(measures);
    std::vector<std::string> names = options.runs;
    names.insert(names.end(), options.more_runs.begin(), options.more_runs.end());
    const unsigned threads = session.thread_count();
    const Judgments judgments =
        read_qrels(TextSource(options.qrels), &session.progress(), session.thread_count());
    const JudgmentIndex index(judgments, options.qrels, profile, threads);
    check_grades(measures, index);
    std::vector<EvaluatedRun> runs;
    for (const std::string& name : names) {
        const Run run = read_run(TextSource(name), &session.progress(), session.thread_count());
        const JudgedRun judged = judge(run, name, index, profile, threads);
        runs.push_back(
            {name == "-" ? "<stdin>" : name, evaluate(judged, measures, profile, threads, ties)});
        if (other == nullptr) continue;
        runs.back().why = explain_difference(
            profile,
            *other,
            options.measures,
            [&](std::span<const ProfiledMeasure> chosen, const Profile& mixed) {
                const JudgmentIndex again(judgments, options.qrels, mixed, threads);
                const JudgedRun anew = judge(run, name, again, mixed, threads);
                return evaluate(anew, chosen, mixed, threads, ties);
            });
    }
    return runs;
}

std::vector<EvaluatedRun> evaluate_data(const Options& options,
                                        std::span<const ProfiledMeasure> measures,
                                        const Profile& profile,
                                        const Profile* other,
                                        const TieRule& ties,
                                        Session& session) {
    const unsigned threads = session.thread_count();
    const auto model = options.model.empty() ? nullptr : load_model(options.model);
    const Dataset data = model == nullptr
                             ? options.read.read(options.data, session)
                             : options.read.read_matched(schema_of(*model), options.data, session);
    check_grades(measures, data, options.data);
    if (!options.train.empty()) {
        const Dataset train = options.read.read(options.train, session);
        tell_shared_queries({train, options.train}, {data, options.data}, options.read, session);
    }
    const std::vector<double> scores = scores_of(options, model.get(), data, threads);
    std::vector<EvaluatedRun> runs;
    runs.push_back({options.model.empty() ? options.scores : options.model,
                    evaluate(data, scores, measures, profile, threads, ties)});
    if (other != nullptr) {
        runs.back().why =
            explain_difference(profile,
                               *other,
                               options.measures,
                               [&](std::span<const ProfiledMeasure> chosen, const Profile& mixed) {
                                   return evaluate(data, scores, chosen, mixed, threads, ties);
                               });
    }
    return runs;
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
        misuse(fmt::format("'{0}' stands where a run goes; give each measure its own -m: -m {0}",
                           run));
    }
}

void check(const Options& options) {
    const Profile& profile = profile_named(options.profile);
    if (!options.why.empty()) profile_named(options.why, "--why");
    for (const std::string& text : options.measures) make_measure(text, profile);
    refuse_measures_as_runs(options);
    const bool has_run = !options.runs.empty() || !options.more_runs.empty();
    const bool has_scores = !options.scores.empty() || !options.model.empty();
    if (options.qrels.empty() == options.data.empty())
        misuse("give --qrels with runs, or --data with --scores or --model");
    if (!options.qrels.empty() && (!has_run || has_scores)) misuse("give --qrels with --run");
    if (!options.data.empty() && has_run)
        misuse("runs need judgments: give them with --qrels, or --data with --scores or --model");
    if (!options.data.empty() && options.scores.empty() == options.model.empty())
        misuse("give --data with exactly one of --scores and --model");
    if (!options.train.empty() && options.data.empty())
        misuse("--train: compare it with what? Name the data to measure with --data");
    if (!options.why.empty() && options.csv) misuse("--why prints text or --json");
}

void tell_notes(std::span<const ProfiledMeasure> measures,
                const Options& options,
                Session& session) {
    for (std::size_t m = 0; m < measures.size(); ++m)
        for (const std::string& note : measures[m].notes)
            session.progress().note(fmt::format("measure '{}': {}", options.measures[m], note));
}

/// The highest grade of this file is part of the measure where nothing else is said.
void tell_highest(std::span<const ProfiledMeasure> measures,
                  const Evaluation& evaluation,
                  const Options& options,
                  EvaluationOutput& output,
                  Session& session) {
    for (std::size_t m = 0; m < measures.size(); ++m) {
        const std::string_view parameter = measures[m].measure->left_to_data();
        if (parameter.empty()) continue;
        output.in_full[m] = text_with_highest(measures[m], evaluation.highest[m]);
        session.progress().note(
            fmt::format("measure '{}': {}={} is a guess, the highest grade in {}; write {} where "
                        "that is meant, "
                        "or the highest grade there can be",
                        options.measures[m],
                        parameter,
                        shortest(evaluation.highest[m]),
                        options.qrels.empty() ? options.data : options.qrels,
                        output.in_full[m]));
    }
}

void eval(const Options& options, Session& session) {
    const Profile& profile = profile_named(options.profile);
    const Profile* const other =
        options.why.empty() ? nullptr : &profile_named(options.why, "--why");
    std::vector<ProfiledMeasure> measures;
    EvaluationOutput output{.measures = options.measures,
                            .in_full = {},
                            .profile = &profile,
                            .by_query = options.by_query,
                            .range = options.ties == Ties::range,
                            .digits = options.digits};
    for (const std::string& text : options.measures) {
        measures.push_back(make_measure(text, profile));
        output.in_full.push_back(measures.back().text);
    }
    const TieRule ties{.averaged = options.ties != Ties::profile, .seed = session.seed};
    const std::vector<EvaluatedRun> runs =
        options.qrels.empty() ? evaluate_data(options, measures, profile, other, ties, session)
                              : evaluate_runs(options, measures, profile, other, ties, session);
    tell_notes(measures, options, session);
    tell_highest(measures, runs.front().evaluation, options, output, session);
    if (options.json) {
        print(as_json(runs, output));
    } else {
        print(options.csv ? as_csv(runs, output) : as_text(runs, output));
    }
}

}  // namespace

extern const CommandEntry eval_entry{
    .group = "",
    .name = "eval",
    .summary = "measure how good rankings are",
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
                        "its scores in its order: one a line, or .csv, .tsv with a column score")
                .reads();
            line.option("--model", options->model, "a model to score it with").reads();
            line.option("--train",
                        options->train,
                        "the data that the model was trained on: tells how many queries of --data "
                        "are in it")
                .reads();
            line.option("--profile", options->profile, "whose conventions (gradus list profiles)")
                .with_default();
            line.option("--why",
                        options->why,
                        "explain how the values would differ under another profile, by which "
                        "rules and queries");
            line.choice<Ties>(
                "--ties",
                options->ties,
                {{"profile", Ties::profile}, {"mean", Ties::mean}, {"range", Ties::range}},
                "equal scores: ordered by the profile, or the mean over all orders, "
                "or with least and most");
            line.flag("-q,--by-query", options->by_query, "print the value of each query too");
            line.flag("--json", options->json, "print JSON, with all digits")
                .excludes(line.flag("--csv", options->csv, "print CSV"));
            line.option("--digits", options->digits, "digits behind the point")
                .with_default()
                .range(0, 17);
            options->read.add_with_matching_to(line);
            line.check([options] { check(*options); });
            line.action([options, &session] { eval(*options, session); });
        },
};

}  // namespace gradus::cli
