#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/options/output_flags.hpp"
#include "apps/cli/options/read_flags.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/json.hpp"
#include "gradus/learners/trees/boosting/lambda_replay.hpp"
#include "gradus/models/model_format.hpp"

namespace gradus::cli {
namespace {

using report::Format;
using report::Kind;

struct Options {
    std::string model;
    std::string data;
    std::vector<std::string> targets;
    unsigned every = 10;
    unsigned top = 3;
    std::optional<double> high;
    bool all_pairs = false;
    OutputFlags output;
    ReadFlags read;
};

std::vector<NamedMeasure> targets_of(const Options& options, const TreeEnsemble& model) {
    const std::vector<std::string>& texts =
        options.targets.empty() ? model.notes().targets : options.targets;
    if (texts.empty())
        misuse("the model file does not say what the model was trained for: name it with --for");
    std::vector<NamedMeasure> targets;
    targets.reserve(texts.size());
    for (const std::string& text : texts) targets.push_back(named_measure(text));
    return targets;
}

/// A tier of the labels of an earlier one would have no pairs at all, so it has all.
std::vector<TierRule> rules_of(std::span<const NamedMeasure> targets) {
    std::vector<TierRule> rules = tier_rules(targets, MissingGrades::matched, false);
    for (std::size_t i = 0; i < rules.size(); ++i)
        if (std::ranges::count(rules[i].earlier, targets[i].labels) > 0) rules[i] = {};
    return rules;
}

/// Shares of the classes are a list in JSON, a column each elsewhere.
std::vector<report::Column> columns_of(const Options& options,
                                       std::span<const NamedMeasure> targets,
                                       const LambdaPoint& like) {
    std::vector<report::Column> columns = {{.name = "trees", .kind = Kind::integer}};
    const report::Formats flat = report::people | report::Formats{Format::csv};
    const auto add = [&](std::string name) {
        columns.push_back({.name = std::move(name), .kind = Kind::number, .only = flat});
    };
    for (std::size_t grade = 0; grade < like.partner_shares.size(); ++grade)
        add(fmt::format("lambda:{}", grade));
    for (std::size_t grade = 0; grade < like.top_shares.size(); ++grade)
        add(fmt::format("top{}:{}", options.top, grade));
    add("changed");
    add(fmt::format("top{}-changed", options.top));
    for (const NamedMeasure& target : targets.subspan(1)) add("agrees:" + target.text);
    for (const char* const name :
         {"high_documents", "partner_shares", "top_shares", "changes", "top_changes"})
        columns.push_back({.name = name, .only = {Format::json}});
    if (targets.size() > 1) columns.push_back({.name = "agreements", .only = {Format::json}});
    return columns;
}

report::Row row_of(const LambdaPoint& point) {
    using report::Cell;
    const Cell changed = point.changes ? Cell(point.changes->all) : Cell();
    const Cell top_changed = point.changes ? Cell(point.changes->top) : Cell();
    std::vector<Cell> cells = {point.trees};
    for (const double share : point.partner_shares) cells.emplace_back(share);
    for (const double share : point.top_shares) cells.emplace_back(share);
    cells.insert(cells.end(), {changed, top_changed});
    for (const double share : point.agreements) cells.emplace_back(share);
    cells.insert(cells.end(),
                 {point.high_documents,
                  point.partner_shares,
                  point.top_shares,
                  changed,
                  top_changed,
                  point.agreements});
    return report::Row(std::move(cells));
}

void analyse(const Options& options, Session& session) {
    const auto loaded = load_model(options.model);
    const auto* const model = loaded->as<TreeEnsemble>();
    if (model == nullptr) {
        throw Error({options.model},
                    "the model is not made of trees, so it has no steps to analyse",
                    "give model written by gradus train lambdamart");
    }
    const std::vector<NamedMeasure> targets = targets_of(options, *model);
    const Dataset data = options.read.read_matched(schema_of(*model), options.data, session);
    LambdaTraceOptions asked{.lambda = gbdt::lambda_params(model->notes()),
                             .top = options.top,
                             .high = options.high,
                             .seed = session.seed,
                             .threads = session.thread_count()};
    if (!options.all_pairs) asked.rules = rules_of(targets);
    LambdaTrace trace(data, targets, asked);
    const std::vector<LambdaPoint> points = gbdt::replay_lambdas(*model,
                                                                 data,
                                                                 options.data,
                                                                 trace,
                                                                 {.every = options.every,
                                                                  .threads = session.thread_count(),
                                                                  .progress = session.progress()});
    report::Report report{.facts = {{"targets", Json::array()}, {"top", options.top}}};
    for (const NamedMeasure& target : targets) report.facts[0].value.push_back(target.text);
    report::Table table{.name = "points", .columns = columns_of(options, targets, points.front())};
    for (const LambdaPoint& point : points) table.rows.push_back(row_of(point));
    report.add(std::move(table));
    options.output.print(report);
}

}  // namespace

namespace commands {
extern const CommandEntry analyse_lambdas_entry{
    .group = "analyse",
    .name = "lambdas",
    .summary = "show the lambdas and ranks of a tree model, tree by tree",
    .add =
        [](CommandLine& line, Session& session) {
            const auto options = std::make_shared<Options>();
            line.option("--model", options->model, "model written by gradus train lambdamart")
                .required()
                .reads();
            line.option("--data", options->data, "graded data to rank").required().reads();
            line.option("--for",
                        options->targets,
                        "measure of the lambdas; several are tiers; default: what the model was "
                        "trained for")
                .one_value();
            line.option("--every", options->every, "number of trees from one row to the next")
                .with_default()
                .range(1, 1'000'000);
            line.option("--top", options->top, "number of top ranks")
                .with_default()
                .range(1, 1'000'000);
            line.option("--high",
                        options->high,
                        "minimum grade of highly relevant documents; default: above half the "
                        "highest grade");
            line.flag(
                "--all-pairs",
                options->all_pairs,
                "let later tiers pair any documents, not only those that earlier tiers leave tied");
            options->output.add_to(line);
            options->read.add_with_matching_to(line);
            line.footer([] {
                return std::string(
                    "Columns, after so many trees (Svore, Volkovs & Burges, WWW 2011):\n"
                    "  lambda:G      share of the lambdas on highly relevant documents that comes "
                    "from documents of grade G\n"
                    "  top3:G        share of the first 3 ranks that documents of grade G hold\n"
                    "  changed       share of the documents whose rank the last tree changed\n"
                    "  top3-changed  share of the first 3 ranks that it gave to another document\n"
                    "  agrees:M      share of the documents whose lambda for the tier M is 0 or "
                    "has the sign of the first tier's\n");
            });
            line.action([options, &session] { analyse(*options, session); });
        },
};
}  // namespace commands

}  // namespace gradus::cli
