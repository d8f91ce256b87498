#include <algorithm>
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/cli/command.hpp"
#include "apps/cli/options/write_flags.hpp"
#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/data/formats/qrels.hpp"
#include "gradus/data/formats/run.hpp"
#include "gradus/data/transforms/from_runs.hpp"

namespace gradus::cli {
namespace {

struct Options {
    std::string qrels;
    std::vector<std::string> runs;
    std::string tags;
    std::string leave_out;
    std::size_t least_documents = 0;
    RunNames names = RunNames::tag;
    FromRunsOptions build;
    WriteFlags write;
};

/// The file's name without folder, .gz or .zst, and .run.
std::string name_of(const std::string& path) {
    std::filesystem::path name = std::filesystem::path(path).filename();
    for (const char* const ending : {".gz", ".zst", ".run"}) {
        if (name.extension() == ending) name = name.stem();
    }
    return name.string();
}

std::vector<SourceRun> read_runs(const Options& options, Session& session) {
    std::vector<SourceRun> runs;
    for (const std::string& path : options.runs) {
        runs.push_back(
            {path, read_run(TextSource(path), session.progress(), session.thread_count())});
        if (options.names == RunNames::file) runs.back().run.tag = name_of(path);
    }
    return runs;
}

/// Keeps the runs for which `keep` is true, and says which are left out and why.
template <class Keep>
void keep_runs(std::vector<SourceRun>& runs, Session& session, const std::string& why, Keep keep) {
    std::vector<SourceRun> kept;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (keep(i)) {
            kept.push_back(std::move(runs[i]));
        } else {
            session.progress().note(fmt::format("{} is left out: {}", runs[i].run.tag, why));
        }
    }
    if (kept.empty()) throw Error({}, fmt::format("every run is left out: {}", why), "keep some");
    runs = std::move(kept);
}

bool has_tag(const std::vector<SourceRun>& runs, const std::string& tag) {
    return std::ranges::any_of(runs, [&](const SourceRun& run) { return run.run.tag == tag; });
}

bool is_listed(const std::vector<ListedTag>& list, const SourceRun& run) {
    return std::ranges::find(list, run.run.tag, &ListedTag::tag) != list.end();
}

void keep_listed(const Options& options, std::vector<SourceRun>& runs, Session& session) {
    if (options.tags.empty()) return;
    const std::vector<ListedTag> list = read_tag_list(TextSource(options.tags));
    for (const auto& [tag, line] : list) {
        if (has_tag(runs, tag)) continue;
        throw Error({options.tags, line},
                    fmt::format("no run has the tag {}", excerpt(tag)),
                    "give its file or take it off the list");
    }
    keep_runs(runs, session, fmt::format("not listed in {}", options.tags), [&](std::size_t i) {
        return is_listed(list, runs[i]);
    });
}

void leave_out_listed(const Options& options, std::vector<SourceRun>& runs, Session& session) {
    if (options.leave_out.empty()) return;
    const std::vector<ListedTag> list = read_tag_list(TextSource(options.leave_out));
    for (const auto& [tag, line] : list) {
        if (!has_tag(runs, tag)) {
            session.progress().note(fmt::format(
                "{} lists {}, which no run is called", options.leave_out, excerpt(tag)));
        }
    }
    keep_runs(runs, session, fmt::format("listed in {}", options.leave_out), [&](std::size_t i) {
        return !is_listed(list, runs[i]);
    });
}

void leave_out_short(const Options& options,
                     const Judgments& judgments,
                     std::vector<SourceRun>& runs,
                     Session& session) {
    if (options.least_documents == 0) return;
    const std::vector<bool> is_short = find_short_runs(judgments, runs, options.least_documents);
    keep_runs(runs,
              session,
              fmt::format("fewer than {} for some query",
                          human_counted(options.least_documents, "document")),
              [&](std::size_t i) { return !is_short[i]; });
}

/// Says what the user might not expect.
void tell(const FromRuns& made, const Options& options, Session& session) {
    const auto note = [&](std::size_t count, std::string_view text) {
        if (count > 0) session.progress().note(fmt::format("{}: {}", text, human_count(count)));
    };
    note(made.queries_without_documents, "judged queries without a document, left out");
    note(made.queries_without_judgments, "queries of the runs without judgments, left out");
    note(made.unjudged_documents,
         options.build.unjudged == Unjudged::drop
             ? "documents without a judgment, left out"
             : "documents without a judgment, taken as grade 0");
    note(made.negative_grades, "documents with a negative grade, taken as grade 0");
    if (made.relevant_left_out > 0) {
        session.progress().note(fmt::format(
            "relevant documents that no run has among its first {}, left out: {} of {} (most for "
            "query {}: {})",
            human_count(options.build.depth),
            human_count(made.relevant_left_out),
            human_count(made.relevant_documents),
            excerpt(made.most_left_out_query),
            human_count(made.most_left_out)));
    }
}

void from_runs(const Options& options, Session& session) {
    options.write.target();  // refuse a wrong output before the work
    const Judgments judgments =
        read_qrels(TextSource(options.qrels), session.progress(), session.thread_count());
    std::vector<SourceRun> runs = read_runs(options, session);
    require_different_tags(runs, options.names);
    keep_listed(options, runs, session);
    leave_out_listed(options, runs, session);
    leave_out_short(options, judgments, runs, session);
    ProgressState state{.task = "making features"};
    session.progress().update(state);  // starts the clock
    FromRuns made = dataset_from_runs(judgments, runs, options.build);
    tell(made, options, session);
    state.done = made.data.documents();
    const std::string features = fmt::format("{}", fmt::join(made.data.feature_names, ", "));
    const std::string result = fmt::format("{}, {}, features from 1: {}",
                                           human_counted(made.data.documents(), "document"),
                                           human_counted(made.data.queries(), "query"),
                                           features);
    options.write.write(std::move(made.data), session);
    session.progress().finish(state, result);
}

}  // namespace

namespace commands {
extern const CommandEntry data_from_runs_entry{
    .group = "data",
    .name = "from-runs",
    .summary = "build a data set from TREC runs: the scores of each run are a feature",
    .add =
        [](CommandLine& line, Session& session) {
            const auto options = std::make_shared<Options>();
            line.option("RUN", options->runs, "TREC runs; each becomes a feature")
                .required()
                .reads();
            line.option("--qrels", options->qrels, "TREC judgments: queries and grades")
                .required()
                .reads();
            options->write.add_to(line);
            line.option("--depth",
                        options->build.depth,
                        "maximum documents per run and query, from the top")
                .with_default()
                .range(1, 1'000'000'000);
            line.choice("--unjudged",
                        options->build.unjudged,
                        {{"nonrelevant", Unjudged::nonrelevant}, {"drop", Unjudged::drop}},
                        "unjudged documents: nonrelevant (grade 0, the default) or drop");
            line.choice("--missing",
                        options->build.not_returned,
                        {{"keep", NotReturned::keep},
                         {"least", NotReturned::least},
                         {"zero", NotReturned::zero}},
                        "score of a document that a run did not return: keep (a missing value, "
                        "the default), least (the least score of that run for the query; 0 where "
                        "it returned nothing) or zero. Linear models and nets need least or zero");
            line.choice("--names",
                        options->names,
                        {{"tag", RunNames::tag}, {"file", RunNames::file}},
                        "name of a run and its feature: its tag (the default) or its file, without "
                        "folder and endings");
            line.option("--tags",
                        options->tags,
                        "use only the runs listed in this file, one name per line")
                .reads();
            line.option("--leave-out",
                        options->leave_out,
                        "leave out the runs listed in this file, one name per line")
                .reads();
            line.option("--min-documents",
                        options->least_documents,
                        "minimum documents of a run for each judged query that some run answers; "
                        "shorter runs are left out")
                .with_default();
            line.action([options, &session] { from_runs(*options, session); });
        },
};
}  // namespace commands

}  // namespace gradus::cli
