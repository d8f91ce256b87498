#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/notes/guessed_maximum_note.hpp"
#include "apps/cli/notes/missing_value_note.hpp"
#include "apps/cli/notes/overlap_notes.hpp"
#include "apps/cli/notes/side_file_note.hpp"
#include "apps/cli/options/endings.hpp"
#include "apps/cli/options/label_columns.hpp"
#include "apps/cli/options/read_flags.hpp"
#include "apps/cli/output/model_files.hpp"
#include "apps/cli/output/parameter_table.hpp"
#include "apps/cli/output/training_report.hpp"
#include "apps/cli/signals.hpp"
#include "gradus/base/names.hpp"
#include "gradus/data/audit/absent_features.hpp"
#include "gradus/learners/learner.hpp"
#include "gradus/learners/training/outcome.hpp"
#include "gradus/learners/training/training_files.hpp"
#include "gradus/measures/spelling.hpp"
#include "gradus/models/model_format.hpp"

namespace gradus::cli {
namespace {

struct Options {
    std::string learner;
    std::string train;
    std::string valid;
    std::vector<std::string> targets;
    std::vector<std::string> stop_on;
    std::vector<std::string> also;
    std::vector<std::string> settings;
    TrainingFiles files;
    std::string output;
    std::optional<Option> every;  ///< --checkpoint-every
    bool keeps_on_interrupt = false;
    ReadFlags read;
};

std::string text_of(report::Table table) {
    report::Report report;
    report.add(std::move(table));
    return report::render(report, report::Format::text);
}

/// What can be set of the learner that was named, or which there are.
std::string learners_help(const std::string& named) {
    report::Table table{.name = "learners", .indent = 2, .headings = false};
    table.columns = {{.name = "learner"}, {.name = "summary"}};
    for (const LearnerEntry* entry : all_learners()) {
        if (plain_name(entry->name) == plain_name(named)) {
            return fmt::format("{}: {} ({}); for {} by default. Parameters, set with --set:\n{}",
                               entry->name,
                               entry->summary,
                               entry->reference,
                               entry->default_measure,
                               text_of(parameter_table(entry->params(), "none")));
        }
        table.rows.push_back({entry->name, entry->summary});
    }
    return "Learners:\n" + text_of(std::move(table)) +
           "gradus train LEARNER --help lists the parameters of a learner, gradus list learners "
           "those of all.\n";
}

std::vector<NamedMeasure> parse_targets(const std::vector<std::string>& texts) {
    std::vector<NamedMeasure> targets;
    targets.reserve(texts.size());
    for (const std::string& text : texts) targets.push_back(named_measure(text));
    return targets;
}

void refuse_several(const std::string& option, const std::string& text) {
    if (names_several(text))
        misuse(
            fmt::format("{0} {1}: a comma separates the measures; give each by itself, as in "
                        "{0} AP {0} P@5",
                        option,
                        text));
}

/// Where the name is another tool's, and that tool would measure something else.
void tell_convention(const std::string& text, Session& session) {
    const std::string note = convention_note(read_measure(text, measure_place(text)));
    if (!note.empty()) session.progress().note(fmt::format("measure '{}': {}", text, note));
}

Settings settings_of(const Options& options) {
    Settings settings;
    for (const std::string& text : options.settings) {
        auto setting = setting_from(text);
        if (!setting) {
            throw Error(Where::typed("option --set " + excerpt(text)),
                        "there is no '='",
                        "write --set key=value");
        }
        settings.push_back(*std::move(setting));
    }
    return settings;
}

/// Of a parameter that is set twice the last value counts, which a longer line may hide.
void tell_repeats(const std::vector<std::string>& settings, Session& session) {
    for (std::size_t i = 0; i < settings.size(); ++i) {
        const std::string name = settings[i].substr(0, settings[i].find('=') + 1);
        const auto later = std::find_if(
            settings.begin() + static_cast<std::ptrdiff_t>(i) + 1,
            settings.end(),
            [&](const std::string& other) { return !name.empty() && other.starts_with(name); });
        if (later != settings.end()) {
            session.progress().note(
                fmt::format("--set {} is overruled by --set {}", settings[i], *later));
        }
    }
}

/// "MEASURE=FILE" in two; parentheses of the measure may hold a "=" too.
std::pair<std::string, std::string> measure_and_file(const std::string& text) {
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '(') ++depth;
        if (text[i] == ')') --depth;
        if (text[i] == '=' && depth == 0 && i > 0 && i + 1 < text.size())
            return {text.substr(0, i), text.substr(i + 1)};
    }
    misuse(fmt::format("--also {}: give a measure and a file, as in AP=best-by-ap.json", text));
}

/// The features of the model to start from.
FeatureSchema start_schema(const Model& start) {
    FeatureSchema schema = schema_of(start);
    schema.owner = "the model to start from";
    return schema;
}

/// Whether the line makes sense, before any file is looked into.
void check(const Options& options) {
    learner_named(options.learner).make(settings_of(options));
    for (const std::string& text : options.targets) refuse_several("--for", text);
    for (const std::string& text : options.stop_on) refuse_several("--stop-on", text);
    parse_targets(options.targets);
    parse_targets(options.stop_on);
    for (const std::string& text : options.also) {
        const std::string measure = measure_and_file(text).first;
        if (names_several(measure))
            misuse(
                fmt::format("--also {}: a comma separates the measures; give each by itself and "
                            "with a file of its own",
                            text));
        named_measure(measure);
    }
    if (options.every && options.every->given() && options.files.checkpoint.empty())
        misuse("--checkpoint-every: of what? Name the file with --checkpoint");
    if (options.files.resume && options.files.checkpoint.empty())
        misuse("--resume: from what? Name the file with --checkpoint");
    if (options.files.resume && options.files.force)
        misuse("--resume continues a training, --force starts it over; give one of them");
    if (!options.stop_on.empty() && options.valid.empty())
        misuse("--stop-on: on what? Name validation data with --valid");
    if (!options.also.empty() && options.valid.empty())
        misuse("--also: on what? Name validation data with --valid");
}

void train(const Options& options, Session& session) {
    const LearnerEntry& entry = learner_named(options.learner);
    const auto learner = entry.make(settings_of(options));
    tell_repeats(options.settings, session);
    const std::vector<NamedMeasure> targets = parse_targets(
        options.targets.empty() ? std::vector<std::string>{std::string(entry.default_measure)}
                                : options.targets);
    const std::vector<NamedMeasure> stop_on = parse_targets(options.stop_on);
    for (const auto* texts : {&options.targets, &options.stop_on})
        for (const std::string& text : *texts) tell_convention(text, session);
    check_training_files(options.files);
    check_log_ending(options.files.log);
    ModelFiles files;
    files.add(options.output);
    std::vector<Alternative> also;
    for (const std::string& text : options.also) {
        const auto [measure, path] = measure_and_file(text);
        also.push_back({.by = named_measure(measure)});
        files.add(path);
    }
    const auto start = options.files.start.empty() ? nullptr : load_model(options.files.start);
    const Dataset data =
        start == nullptr ? options.read.read(options.train, session)
                         : options.read.read_matched(start_schema(*start), options.train, session);
    note_side_files(data, options.train, DataUse::training, &entry, session);
    require_measurable(targets, data, options.train);
    std::vector<NamedMeasure> measures = targets;
    for (const NamedMeasure& each : with_alternatives(stop_on, also)) measures.push_back(each);
    Dataset valid;
    std::vector<MeasuredFile> measured = {{data, options.train}};
    if (!options.valid.empty()) {
        FeatureSchema schema = schema_of(data);
        schema.used = occurring_features(data);
        valid = options.read.read_matched(schema, options.valid, session);
        note_side_files(valid, options.valid, DataUse::validation, nullptr, session);
        tell_shared_queries(
            {data, options.train}, {valid, options.valid}, options.read.format, session);
        require_measurable(measures, valid, options.valid);
        measured.push_back({valid, options.valid});
    }
    note_missing_values(entry, settings_of(options), data, options.train, session);
    note_guessed_maxima(measures, measured, session);
    TrainingOutcome outcome;
    const auto began = std::chrono::steady_clock::now();
    const auto model = learner->fit(data,
                                    {.targets = targets,
                                     .stop_on = stop_on,
                                     .valid = options.valid.empty() ? nullptr : &valid,
                                     .also = also,
                                     .start = start.get(),
                                     .seed = session.seed,
                                     .threads = session.thread_count(),
                                     .progress = session.progress(),
                                     .files = options.files,
                                     .stop = &stop_request(),
                                     .outcome = &outcome});
    TrainingReport report{
        .outcome = outcome,
        .seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(),
        .checkpoint = options.files.checkpoint,
        .was_to_keep = options.keeps_on_interrupt};
    const bool is_interrupted = model == nullptr || outcome.stopped == stopped_early;
    if (is_interrupted && (model == nullptr || !options.keeps_on_interrupt)) {
        report_interruption(report, session);
        return;
    }
    std::vector<const Model*> models = {model.get()};
    for (const Alternative& each : also) models.push_back(each.model.get());
    files.write(models);
    report.files = files.names();
    if (is_interrupted) {
        report_interruption(report, session);
    } else {
        report_outcome(report, session);
    }
}

}  // namespace

namespace commands {
extern const CommandEntry train_entry{
    .group = "",
    .name = "train",
    .summary = "train a ranker",
    .add =
        [](CommandLine& line, Session& session) {
            const auto options = std::make_shared<Options>();
            line.option("LEARNER", options->learner, "learner; see below").required();
            line.option("--train", options->train, "training data").required().reads();
            line.option(
                    "--valid", options->valid, "validation data, which picks the best iteration")
                .reads();
            line.option("--for",
                        options->targets,
                        "measure to train for; several are tiers, most important first")
                .one_value();
            line.option("--stop-on",
                        options->stop_on,
                        "measure that picks the best iteration; default: that of --for")
                .one_value();
            line.option(
                    "--also",
                    options->also,
                    "MEASURE=FILE: also write the model of the best iteration by another measure")
                .one_value();
            line.option("--set", options->settings, "parameter of the learner: key=value")
                .one_value();
            line.option("--start", options->files.start, "model to continue from").reads();
            line.option("--checkpoint",
                        options->files.checkpoint,
                        "file for the state of training, to resume from")
                .writes();
            options->every = line.option("--checkpoint-every",
                                         options->files.checkpoint_seconds,
                                         "seconds between checkpoints")
                                 .with_default()
                                 .range(0, 1e9);
            line.flag("--resume",
                      options->files.resume,
                      "resume from the checkpoint; the final model is the same as without a break");
            line.option("--log", options->files.log, "training log: one line of JSON per step")
                .writes();
            line.flag("--force",
                      options->files.force,
                      "start over: overwrite an existing checkpoint and log");
            line.option("-o,--output", options->output, "model file; .gz or .zst compresses")
                .required()
                .writes();
            line.files([options](FileRoles& files) {
                for (const std::string& text : options->also)
                    files.writes("--also", measure_and_file(text).second);
            });
            line.choice("--on-interrupt",
                        options->keeps_on_interrupt,
                        {{"discard", false}, {"keep", true}},
                        "what to do with the best model so far on Ctrl-C or SIGTERM; the "
                        "checkpoint is written either way");
            options->read.add_with_matching_to(line);
            line.footer([options] { return learners_help(options->learner); });
            line.check([options] { check(*options); });
            line.action([options, &session] { train(*options, session); });
        },
};
}  // namespace commands

}  // namespace gradus::cli
