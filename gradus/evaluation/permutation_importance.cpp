#include "gradus/evaluation/permutation_importance.hpp"

#include <cmath>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/parallel.hpp"
#include "gradus/base/random.hpp"
#include "gradus/evaluation/evaluator.hpp"
#include "gradus/scoring/scorer.hpp"

namespace gradus {
namespace {

/// The scores when one feature has these values.
std::vector<float> scores_with(const Scorer& scorer,
                               const Dataset& data,
                               const FeatureAlignment& alignment,
                               std::size_t feature,
                               std::span<const float> column,
                               unsigned threads) {
    const std::size_t width = scorer.features();
    std::vector<float> scores(data.documents());
    parallel_for(scores.size(), 256, threads, [&](std::size_t begin, std::size_t end) {
        std::vector<float> rows = alignment.rows(data, begin, end);
        for (std::size_t i = begin; i < end; ++i) rows[(i - begin) * width + feature] = column[i];
        scorer.score_rows(rows, std::span(scores).subspan(begin, end - begin));
    });
    return scores;
}

}  // namespace

PermutationImportance permutation_importance(const Model& model,
                                             const Dataset& data,
                                             const std::string& data_name,
                                             const NamedMeasure& measure,
                                             const PermutationOptions& options) {
    const Evaluator evaluator(data, {measure}, options.threads);
    const auto value_of = [&](std::span<const float> scores) {
        return evaluator.means(scores).front();
    };
    const auto scorer = make_scorer(model);
    const FeatureAlignment alignment(schema_of(model), data, data_name);
    PermutationImportance result{
        .value = value_of(score_all(*scorer, data, alignment, options.threads)),
        .drops = std::vector<double>(model.features()),
        .deviations = std::vector<double>(model.features())};
    ProgressState state{
        .task = "shuffling features", .total = model.features(), .unit = "features"};
    std::vector<double> drops(options.repeats);
    for (std::size_t j = 0; j < model.features(); ++j) {
        double sum = 0.0;
        for (std::size_t repeat = 0; repeat < options.repeats; ++repeat) {
            std::vector<float> column(data.documents());
            for (std::size_t i = 0; i < column.size(); ++i)
                column[i] = alignment.value(data.features.row(i), j);
            Random(options.seed, "shuffled feature", j, static_cast<std::uint32_t>(repeat))
                .shuffle(std::span(column));
            drops[repeat] =
                result.value -
                value_of(scores_with(*scorer, data, alignment, j, column, options.threads));
            sum += drops[repeat];
        }
        const auto n = static_cast<double>(options.repeats);
        result.drops[j] = sum / n;
        double squares = 0.0;
        for (const double drop : drops) squares += std::pow(drop - result.drops[j], 2);
        if (options.repeats > 1) result.deviations[j] = std::sqrt(squares / (n - 1.0));
        ++state.done;
        options.progress.update(state);
    }
    options.progress.finish(
        state,
        fmt::format(
            "{}, {} each", counted(state.done, "feature"), counted(options.repeats, "time")));
    return result;
}

}  // namespace gradus
