#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/cli/command.hpp"
#include "apps/cli/read_flags.hpp"
#include "apps/cli/table.hpp"
#include "apps/cli/value_text.hpp"
#include "gradus/base/error.hpp"
#include "gradus/evaluation/evaluate.hpp"
#include "gradus/evaluation/permutation_importance.hpp"
#include "gradus/models/linear.hpp"
#include "gradus/models/steps.hpp"
#include "gradus/models/tree_ensemble.hpp"
#include "gradus/models/tree_importance.hpp"

namespace gradus::cli {
namespace {

struct Options {
    std::string model;
    std::string data;
    std::string measure = "NDCG@10";
    unsigned repeats = 5;
    unsigned top = 0;
    bool json = false;
    bool csv = false;
    ReadFlags read;
};

/// Something known of each feature.
struct Column {
    std::string name;
    std::vector<double> by_feature;
    int digits = 4;  // behind the point, in text
};

/// What the data said.
struct Shuffled {
    std::string measure;
    PermutationImportance importance;
};

std::vector<Column> columns_of(const Model& model) {
    if (const auto* linear = dynamic_cast<const LinearModel*>(&model)) {
        Column weights{.name = "weight", .by_feature = {}};
        for (const auto& feature : linear->weights()) weights.by_feature.push_back(feature.weight);
        return {std::move(weights)};
    }
    if (const auto* steps = dynamic_cast<const StepModel*>(&model)) {
        Column reach{.name = "reach", .by_feature = {}};
        for (std::size_t j = 0; j < steps->features(); ++j)
            reach.by_feature.push_back(steps->reach(j));
        return {std::move(reach)};
    }
    const auto* trees = dynamic_cast<const TreeEnsemble*>(&model);
    if (trees == nullptr) return {};
    Column gain{.name = "gain", .by_feature = {}};
    Column share{.name = "share", .by_feature = {}};
    Column splits{.name = "splits", .by_feature = {}, .digits = 0};
    const std::vector<FeatureUse> uses = feature_use(trees->trees(), trees->features());
    double all = 0.0;
    for (const FeatureUse& use : uses) all += use.gain;
    for (const FeatureUse& use : uses) {
        gain.by_feature.push_back(use.gain);
        share.by_feature.push_back(all > 0.0 ? use.gain / all : 0.0);
        splits.by_feature.push_back(static_cast<double>(use.splits));
    }
    return {std::move(gain), std::move(share), std::move(splits)};
}

Shuffled shuffle(const Options& options, const Model& model, Session& session) {
    std::vector<ProfiledMeasure> measures;
    measures.push_back(make_measure(options.measure, profile_named("gradus")));
    const ProfiledMeasure& measure = measures.front();
    const Dataset data = options.read.read_matched(schema_of(model), options.data, session);
    check_grades(measures, data, options.data);
    return {measure.text,
            permutation_importance(model,
                                   data,
                                   options.data,
                                   data.label(measure.labels),
                                   *measure.measure,
                                   {.repeats = options.repeats,
                                    .seed = session.seed,
                                    .threads = session.thread_count(),
                                    .progress = &session.progress()})};
}

/// The features by the first column, the largest first.
std::vector<std::size_t> ordered(const Model& model,
                                 const std::vector<Column>& columns,
                                 unsigned top) {
    std::vector<std::size_t> order(model.features());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (!columns.empty()) {
        const Column& key = columns.front();
        std::ranges::stable_sort(order, std::greater(), [&](std::size_t j) {
            return key.name == "weight" ? std::abs(key.by_feature[j]) : key.by_feature[j];
        });
    }
    if (top > 0) order.resize(std::min<std::size_t>(order.size(), top));
    return order;
}

void show(const Options& options, Session& session) {
    const auto model = load_model(options.model);
    std::vector<Column> columns = columns_of(*model);
    if (columns.empty() && options.data.empty()) {
        throw Error({options.model},
                    "a net does not tell by itself how much a feature counts",
                    "give graded data with --data: each feature is shuffled in it");
    }
    std::optional<Shuffled> shuffled;
    if (!options.data.empty()) {
        shuffled = shuffle(options, *model, session);
        const PermutationImportance& found = shuffled->importance;
        columns.insert(columns.begin(), {{"drop", found.drops}, {"deviation", found.deviations}});
    }
    const std::vector<std::size_t> order = ordered(*model, columns, options.top);
    if (options.json) {
        nlohmann::ordered_json out;
        if (shuffled) {
            out["measure"] = shuffled->measure;
            out["value"] = json_number(shuffled->importance.value);
            out["repeats"] = options.repeats;
        }
        out["features"] = nlohmann::ordered_json::array();
        for (const std::size_t j : order) {
            nlohmann::ordered_json row = {{"feature", model->feature_name(j)}};
            for (const Column& column : columns) row[column.name] = column.by_feature[j];
            out["features"].push_back(std::move(row));
        }
        print(out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
        return;
    }
    std::vector<std::vector<std::string>> rows = {{"feature"}};
    for (const Column& column : columns) rows.front().push_back(column.name);
    for (const std::size_t j : order) {
        rows.push_back({model->feature_name(j)});
        for (const Column& column : columns)
            rows.back().push_back(value_text(column.by_feature[j], column.digits, "-"));
    }
    if (options.csv) {
        print(csv_lines(rows));
        return;
    }
    std::string text;
    if (shuffled) {
        text = fmt::format(
            "# {} on {}: {:.4f}; drop: how much less when the feature is shuffled, mean of {}\n",
            shuffled->measure,
            options.data,
            shuffled->importance.value,
            options.repeats);
    }
    print(text + aligned(rows));
}

}  // namespace

extern const CommandEntry model_importance_entry{
    .group = "model",
    .name = "importance",
    .summary = "how much each feature counts: gain and splits of trees, weights, shuffling",
    .add =
        [](CommandLine& line, Session& session) {
            const auto options = std::make_shared<Options>();
            line.option("MODEL", options->model, "a model that gradus train wrote")
                .required()
                .reads();
            line.option("--data",
                        options->data,
                        "graded data: also shuffle each feature in it and measure the drop")
                .reads();
            const Option measure =
                line.option("-m,--measure", options->measure, "what to measure on the data")
                    .with_default();
            const Option repeats =
                line.option("--repeats", options->repeats, "how often each feature is shuffled")
                    .with_default()
                    .range(1, 100'000);
            line.option("--top", options->top, "list so many features; 0 = all").with_default();
            line.flag("--json", options->json, "print JSON, with all digits")
                .excludes(line.flag("--csv", options->csv, "print CSV"));
            options->read.add_with_matching_to(line);
            line.action([options, measure, repeats, &session] {
                if (options->data.empty() && (measure.given() || repeats.given()))
                    misuse("-m and --repeats need --data");
                show(*options, session);
            });
        },
};

}  // namespace gradus::cli
