#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/options/output_flags.hpp"
#include "apps/cli/options/read_flags.hpp"
#include "gradus/base/error.hpp"
#include "gradus/evaluation/permutation_importance.hpp"
#include "gradus/evaluation/profiled_measure.hpp"
#include "gradus/models/model_format.hpp"

namespace gradus::cli {
namespace {

struct Options {
    std::string model;
    std::string data;
    std::string measure = "NDCG@10";
    unsigned repeats = 5;
    unsigned top = 0;
    OutputFlags output;
    ReadFlags read;
};

/// What the data said.
struct Shuffled {
    std::string measure;
    PermutationImportance importance;
};

Shuffled shuffle(const Options& options, const Model& model, Session& session) {
    const NamedMeasure measure = named_measure(options.measure, profile_named("gradus"));
    const Dataset data = options.read.read_matched(schema_of(model), options.data, session);
    check_grades({&measure, 1}, data, options.data);
    return {measure.text,
            permutation_importance(model,
                                   data,
                                   options.data,
                                   measure,
                                   {.repeats = options.repeats,
                                    .seed = session.seed,
                                    .threads = session.thread_count(),
                                    .progress = session.progress()})};
}

/// The features by the first column, the largest first.
std::vector<std::size_t> ordered(const Model& model,
                                 const std::vector<Importance>& columns,
                                 unsigned top) {
    std::vector<std::size_t> order(model.features());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (!columns.empty()) {
        const Importance& key = columns.front();
        std::ranges::stable_sort(order, std::greater(), [&](std::size_t j) {
            return key.is_signed ? std::abs(key.by_feature[j]) : key.by_feature[j];
        });
    }
    if (top > 0) order.resize(std::min<std::size_t>(order.size(), top));
    return order;
}

void show(const Options& options, Session& session) {
    const auto model = load_model(options.model);
    std::vector<Importance> columns = model->importance();
    if (columns.empty() && options.data.empty()) {
        throw Error({options.model},
                    "the importance of features cannot be read off a net",
                    "give graded data with --data: each feature is shuffled in it");
    }
    std::optional<Shuffled> shuffled;
    if (!options.data.empty()) {
        shuffled = shuffle(options, *model, session);
        const PermutationImportance& found = shuffled->importance;
        columns.insert(columns.begin(), {{"drop", found.drops}, {"deviation", found.deviations}});
    }
    const std::vector<std::size_t> order = ordered(*model, columns, options.top);
    report::Report report;
    if (shuffled) {
        report.facts = {
            {"measure",
             shuffled->measure,
             fmt::format(
                 "{} on {}: {:.4f}; drop: how much less when the feature is shuffled, mean of {}",
                 shuffled->measure,
                 options.data,
                 shuffled->importance.value,
                 options.repeats)},
            {"value", shuffled->importance.value},
            {"repeats", options.repeats}};
    }
    report::Table table{.name = "features", .columns = {{.name = "feature"}}};
    for (const Importance& column : columns)
        table.columns.push_back(
            {.name = column.name, .kind = report::Kind::number, .digits = column.is_count ? 0 : 4});
    for (const std::size_t j : order) {
        std::vector<report::Cell> cells = {model->feature_name(j)};
        for (const Importance& column : columns) cells.emplace_back(column.by_feature[j]);
        table.rows.emplace_back(std::move(cells));
    }
    report.add(std::move(table));
    options.output.print(report);
}

}  // namespace

namespace commands {
extern const CommandEntry model_importance_entry{
    .group = "model",
    .name = "importance",
    .summary = "show feature importance: gain and splits of trees, weights, permutation",
    .add =
        [](CommandLine& line, Session& session) {
            const auto options = std::make_shared<Options>();
            line.option("MODEL", options->model, "model written by gradus train")
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
                line.option(
                        "--repeats", options->repeats, "number of times each feature is shuffled")
                    .with_default()
                    .range(1, 100'000);
            line.option("--top", options->top, "maximum features listed; 0 = all").with_default();
            options->output.add_to(line);
            options->read.add_with_matching_to(line);
            line.action([options, measure, repeats, &session] {
                if (options->data.empty() && (measure.given() || repeats.given()))
                    misuse("-m and --repeats need --data");
                show(*options, session);
            });
        },
};
}  // namespace commands

}  // namespace gradus::cli
