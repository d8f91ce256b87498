#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "apps/cli/command.hpp"
#include "apps/cli/options/output_flags.hpp"
#include "apps/cli/output/step_plot.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/names.hpp"
#include "gradus/base/text_sink.hpp"
#include "gradus/models/model_format.hpp"
#include "gradus/models/steps.hpp"

namespace gradus::cli {
namespace {

using report::Kind;

struct Options {
    std::string model;
    std::vector<std::string> features;
    std::string svg;
    OutputFlags output;
};

/// Those that were named, or all, the farthest-reaching first.
std::vector<std::size_t> chosen(const StepModel& model, const Options& options) {
    std::vector<std::size_t> all(model.features());
    std::iota(all.begin(), all.end(), std::size_t{0});
    if (options.features.empty()) {
        std::ranges::stable_sort(
            all, std::greater(), [&](std::size_t j) { return model.reach(j); });
        return all;
    }
    std::vector<std::size_t> named;
    const std::vector<std::string>& names = model.thresholds().feature_names;
    for (const std::string& name : options.features) {
        const auto found = std::ranges::find(names, name);
        if (found == names.end())
            throw Error({options.model},
                        "the model has no feature '" + excerpt(name) + "'",
                        name_remedy(name, names));
        named.push_back(static_cast<std::size_t>(found - names.begin()));
    }
    return named;
}

void show(const Options& options) {
    const auto model = load_model(options.model);
    const auto* const steps = model->as<StepModel>();
    if (steps == nullptr)
        throw Error({options.model},
                    "the model has no step functions",
                    "give one that was trained with --set features=bits");
    const std::vector<std::size_t> features = chosen(*steps, options);
    report::Table table{.name = "steps"};
    table.columns = {{.name = "feature"},
                     {.name = "threshold", .kind = Kind::exact},
                     {.name = "jump", .kind = Kind::number, .digits = 6},
                     {.name = "height", .kind = Kind::number, .digits = 6}};
    for (const std::size_t j : features) {
        const std::vector<float>& thresholds = steps->thresholds().of_feature[j];
        for (std::size_t k = 0; k < thresholds.size(); ++k) {
            const double height = steps->heights(j)[k + 1];
            table.rows.push_back(
                {steps->feature_name(j), thresholds[k], height - steps->heights(j)[k], height});
        }
    }
    if (!options.svg.empty()) write_text(options.svg, step_plot(*steps, features));
    report::Report report;
    report.add(std::move(table));
    options.output.print(report);
}

}  // namespace

namespace commands {
extern const CommandEntry model_steps_entry{
    .group = "model",
    .name = "steps",
    .summary = "show the step function learned for each feature, as a table or a plot",
    .add =
        [](CommandLine& line, Session& /*session*/) {
            const auto options = std::make_shared<Options>();
            line.option("MODEL", options->model, "model of bits: train with --set features=bits")
                .required()
                .reads();
            line.option("--feature",
                        options->features,
                        "only this feature; repeatable. Default: all, widest range of steps first")
                .one_value();
            line.option("--svg", options->svg, "also draw them into this file").writes();
            options->output.add_to(line);
            line.action([options] { show(*options); });
        },
};
}  // namespace commands

}  // namespace gradus::cli
