#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/cli/command.hpp"
#include "apps/cli/read_flags.hpp"
#include "apps/cli/table.hpp"
#include "apps/cli/value_text.hpp"
#include "gradus/base/error.hpp"
#include "gradus/learners/gbdt/lambda_replay.hpp"
#include "gradus/learners/gbdt/training_log.hpp"

namespace gradus::cli {
namespace {

struct Options {
    std::string model;
    std::string data;
    std::vector<std::string> targets;
    unsigned every = 10;
    unsigned top = 3;
    std::optional<double> high;
    bool all_pairs = false;
    bool json = false;
    bool csv = false;
    ReadFlags read;
};

std::vector<Target> targets_of(const Options& options, const TreeEnsemble& model) {
    const std::vector<std::string>& texts =
        options.targets.empty() ? model.notes().targets : options.targets;
    if (texts.empty())
        misuse("the model does not tell what it was trained for: name it with --for");
    std::vector<Target> targets;
    targets.reserve(texts.size());
    for (const std::string& text : texts) targets.push_back(parse_target(text));
    return targets;
}

/// A tier of the labels of an earlier one would have no pairs at all, so it has all.
std::vector<TierRule> rules_of(std::span<const Target> targets) {
    std::vector<TierRule> rules = tier_rules(targets, MissingGrades::matched, false);
    for (std::size_t i = 0; i < rules.size(); ++i)
        if (std::ranges::count(rules[i].earlier, targets[i].labels) > 0) rules[i] = {};
    return rules;
}

std::vector<std::string> header(const Options& options,
                                std::span<const Target> targets,
                                const LambdaPoint& like) {
    std::vector<std::string> names = {"trees"};
    for (std::size_t grade = 0; grade < like.partner_shares.size(); ++grade)
        names.push_back(fmt::format("lambda:{}", grade));
    for (std::size_t grade = 0; grade < like.top_shares.size(); ++grade)
        names.push_back(fmt::format("top{}:{}", options.top, grade));
    names.emplace_back("changed");
    names.push_back(fmt::format("top{}-changed", options.top));
    for (const Target& target : targets.subspan(1)) names.push_back("agrees:" + target.text);
    return names;
}

std::vector<std::string> row(const LambdaPoint& point) {
    std::vector<std::string> fields = {std::to_string(point.trees)};
    const auto add = [&](double share) { fields.push_back(value_text(share, 4, "-")); };
    for (const double share : point.partner_shares) add(share);
    for (const double share : point.top_shares) add(share);
    if (point.changes) {
        add(point.changes->all);
        add(point.changes->top);
    } else {
        fields.insert(fields.end(), 2, "-");
    }
    for (const double share : point.agreements) add(share);
    return fields;
}

void analyse(const Options& options, Session& session) {
    const auto loaded = load_model(options.model);
    const auto* const model = dynamic_cast<const TreeEnsemble*>(loaded.get());
    if (model == nullptr) {
        throw Error({options.model},
                    "the model is not made of trees, so there are no steps to look at",
                    "give a model that gradus train lambdamart wrote");
    }
    const std::vector<Target> targets = targets_of(options, *model);
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
                                                                  .progress = &session.progress()});
    if (options.json) {
        nlohmann::ordered_json out = {{"targets", nlohmann::ordered_json::array()},
                                      {"top", options.top},
                                      {"points", nlohmann::ordered_json::array()}};
        for (const Target& target : targets) out["targets"].push_back(target.text);
        for (const LambdaPoint& point : points) {
            nlohmann::ordered_json line = {{"trees", point.trees}};
            line.update(gbdt::to_json(point));
            out["points"].push_back(std::move(line));
        }
        print(out.dump(2) + "\n");
        return;
    }
    std::vector<std::vector<std::string>> rows = {header(options, targets, points.front())};
    for (const LambdaPoint& point : points) rows.push_back(row(point));
    if (!options.csv) {
        print(aligned(rows));
        return;
    }
    std::string text;
    for (const auto& fields : rows) {
        for (std::size_t i = 0; i < fields.size(); ++i)
            text += (i == 0 ? "" : ",") + csv_field(fields[i]);
        text += '\n';
    }
    print(text);
}

}  // namespace

extern const CommandEntry analyse_lambdas_entry{
    .group = "analyse",
    .name = "lambdas",
    .summary = "how a tree model came about: its lambdas and ranks, tree by tree",
    .add =
        [](CommandLine& line, Session& session) {
            const auto options = std::make_shared<Options>();
            line.option("--model", options->model, "a model that gradus train lambdamart wrote")
                .required()
                .reads();
            line.option("--data", options->data, "graded data to rank").required().reads();
            line.option("--for",
                        options->targets,
                        "the measure of the lambdas, by default what the model was trained for; "
                        "further ones are tiers")
                .one_value();
            line.option("--every", options->every, "look after every so many trees")
                .with_default()
                .range(1, 1'000'000);
            line.option("--top", options->top, "how many ranks are the top")
                .with_default()
                .range(1, 1'000'000);
            line.option("--high",
                        options->high,
                        "documents of this grade or more are highly relevant; by default those "
                        "above half the highest grade");
            line.flag("--all-pairs",
                      options->all_pairs,
                      "let later tiers pair any documents, not only those that the tiers before "
                      "leave equal");
            line.flag("--json", options->json, "print JSON, with all digits")
                .excludes(line.flag("--csv", options->csv, "print CSV"));
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

}  // namespace gradus::cli
