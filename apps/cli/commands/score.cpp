#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/notes/matching_notes.hpp"
#include "apps/cli/options/read_flags.hpp"
#include "apps/cli/output/score_output.hpp"
#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/data/formats/csv.hpp"
#include "gradus/data/formats/letor.hpp"
#include "gradus/data/side_files.hpp"
#include "gradus/models/model.hpp"
#include "gradus/models/model_format.hpp"
#include "gradus/scoring/scorer.hpp"

namespace gradus::cli {
namespace {

struct Options {
    std::string model;
    std::string data;
    std::string output = "-";
    std::string to;
    std::string tag = "gradus";
    ReadFlags read;
};

/// Documents of a data set that is all there, as a stream of one part.
class WholeData final : public DocumentStream {
  public:
    WholeData(Dataset data, std::string name) : data_(std::move(data)), name_(std::move(name)) {}

    const std::string& name() const override { return name_; }
    std::optional<Dataset> next() override { return std::exchange(data_, std::nullopt); }

  private:
    std::optional<Dataset> data_;
    std::string name_;
};

/// The features that lines of LETOR text may have.
FeatureLimit limit_of(const FeatureSchema& schema) {
    const std::size_t count = schema.names.size();
    FeatureLimit limit{.last = std::max<std::size_t>(1, count), .count = count};
    if (!are_numbers(schema.names)) return limit;
    for (const std::string& name : schema.names)
        limit.last = std::max(limit.last, feature_number(name).value_or(0));
    return limit;
}

/// Text is read as it comes. What is not, or takes its queries from a file beside it, is read
/// whole.
std::unique_ptr<DocumentStream> open_documents(const Options& options,
                                               const FeatureSchema& schema,
                                               ScoreForm form,
                                               Session& session) {
    ReadOptions read = options.read.options_for(schema, session);
    read.needs_grades = read.cache;  // a cache is for other commands too
    const FormatEntry& format = format_to_read(options.data, read, options.read.format);
    const bool beside = form != ScoreForm::lines &&
                        (format.name == "lightgbm" || read.queries == QuerySource::side_file ||
                         (read.queries == QuerySource::automatic && has_query_file(options.data)));
    if (!read.cache && !beside && (format.name == "csv" || format.name == "tsv")) {
        read.columns.clear();
        return stream_csv(
            TextSource::as_it_comes(options.data), format.name == "csv" ? ',' : '\t', read);
    }
    if (!read.cache && !beside && (format.name == "letor" || format.name == "lightgbm")) {
        if (read.queries == QuerySource::automatic || read.queries == QuerySource::side_file)
            read.queries = QuerySource::qid;
        const bool any = options.read.extra == ExtraFeatures::ignore;
        return stream_letor(
            TextSource::as_it_comes(options.data), read, any ? FeatureLimit{} : limit_of(schema));
    }
    return std::make_unique<WholeData>(read_dataset(options.data, read, options.read.format),
                                       options.data);
}

void check_finite(std::span<const float> scores, std::size_t first, const std::string& name) {
    for (std::size_t i = 0; i < scores.size(); ++i) {
        if (std::isfinite(scores[i])) continue;
        throw Error({name},
                    fmt::format("the score of document {} is not a finite number", first + i + 1),
                    "scale its features down: the model has not seen any so large");
    }
}

void score(const Options& options, Session& session) {
    bool is_guess = false;
    const ScoreForm form = score_form(options.output, options.to, is_guess);
    const auto model = load_model(options.model);
    const auto scorer = make_scorer(*model);
    const FeatureSchema schema = schema_of(*model);
    const auto documents = open_documents(options, schema, form, session);
    const auto output = score_output(options.output, form, options.tag);
    if (is_guess) {
        session.progress().note(
            fmt::format("{}: written as a score a line; --to names another form", options.output));
    }
    const std::string task = fmt::format("scoring {}", documents->name());
    ProgressState state{.task = task, .total = 0, .unit = "documents"};
    session.progress().update(state);
    std::size_t ignored = 0;
    AbsentFeatures absent(schema);
    while (const std::optional<Dataset> part = documents->next()) {
        const FeatureAlignment alignment(schema, *part, documents->name(), options.read.extra);
        if (state.done == 0) note_matching_by_place(schema, *part, documents->name(), session);
        ignored = std::max(ignored, alignment.ignored());
        absent.add(*part, alignment);
        const std::vector<float> scores =
            score_all(*scorer, *part, alignment, session.thread_count());
        check_finite(scores, state.done, documents->name());
        output->add(*part, scores, state.done, documents->name());
        state.done += scores.size();
        session.progress().update(state);
    }
    if (state.done == 0) {
        throw Error({documents->name()},
                    "it has no documents",
                    "give a line for each document, such as '1:0.5 2:0.25'");
    }
    output->finish();
    if (const std::size_t skipped = documents->skipped_lines();
        skipped > 0 && form == ScoreForm::lines) {
        session.progress().note(
            fmt::format("{}: {} without a document {} skipped: there is a score for each document, "
                        "not for each line",
                        documents->name(),
                        human_counted(skipped, "line"),
                        skipped == 1 ? "was" : "were"));
    }
    ReadFlags::note_ignored(ignored, schema, documents->name(), session);
    note_absent_features(absent, schema, documents->name(), session);
    session.progress().finish(
        state, fmt::format("{} document{}", human_count(state.done), state.done == 1 ? "" : "s"));
}

}  // namespace

namespace commands {
extern const CommandEntry score_entry{
    .group = "",
    .name = "score",
    .summary = "score documents with a model",
    .add =
        [](CommandLine& line, Session& session) {
            const auto options = std::make_shared<Options>();
            line.option("MODEL", options->model, "model written by gradus train")
                .required()
                .reads();
            line.option("FILE",
                        options->data,
                        "data to score, with or without grades and queries; - = standard input, "
                        "line by line")
                .required()
                .reads();
            line.option("-o,--output", options->output, "file for the scores; - = standard output")
                .writes();
            line.option("--to",
                        options->to,
                        "form of the scores: one score per line, a table, or a TREC run; default "
                        "by the ending of the output file")
                .one_of({"scores", "csv", "tsv", "run"});
            line.option("--tag", options->tag, "name of the system in a run").with_default();
            options->read.add_with_matching_to(line);
            line.action([options, &session] { score(*options, session); });
        },
};
}  // namespace commands

}  // namespace gradus::cli
