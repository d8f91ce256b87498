#include "gradus/evaluation/permutation_importance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "gradus/base/parallel.hpp"
#include "gradus/base/random.hpp"
#include "gradus/evaluation/evaluate.hpp"

namespace gradus {
namespace {

/// The scores when one feature has these values.
std::vector<float> scores_with(const Model& model,
                               const Dataset& data,
                               std::size_t feature,
                               std::span<const float> column,
                               unsigned threads) {
    const std::size_t width = model.features();
    std::vector<float> scores(data.documents());
    parallel_for(scores.size(), 256, threads, [&](std::size_t begin, std::size_t end) {
        std::vector<float> rows((end - begin) * width, std::numeric_limits<float>::quiet_NaN());
        for (std::size_t i = begin; i < end; ++i) {
            float* const row = rows.data() + (i - begin) * width;
            std::ranges::copy(data.features.row(i), row);
            row[feature] = column[i];
        }
        model.score_rows(rows, std::span(scores).subspan(begin, end - begin));
    });
    return scores;
}

}  // namespace

PermutationImportance permutation_importance(const Model& model,
                                             const Dataset& data,
                                             const std::string& data_name,
                                             const LabelColumn& labels,
                                             const Measure& measure,
                                             const PermutationOptions& options) {
    const auto value_of = [&](std::span<const float> scores) {
        return evaluate(data, labels, scores, measure, options.threads).mean;
    };
    PermutationImportance result{
        .value = value_of(score_all(model, data, data_name, options.threads)),
        .drops = std::vector<double>(model.features()),
        .deviations = std::vector<double>(model.features())};
    ProgressState state{
        .task = "shuffling features", .total = data.features.columns(), .unit = "features"};
    std::vector<double> drops(options.repeats);
    for (std::size_t j = 0; j < data.features.columns(); ++j) {
        double sum = 0.0;
        for (std::size_t repeat = 0; repeat < options.repeats; ++repeat) {
            std::vector<float> column(data.documents());
            for (std::size_t i = 0; i < column.size(); ++i) column[i] = data.features.row(i)[j];
            Random(options.seed, "shuffled feature", j, static_cast<std::uint32_t>(repeat))
                .shuffle(std::span(column));
            drops[repeat] =
                result.value - value_of(scores_with(model, data, j, column, options.threads));
            sum += drops[repeat];
        }
        const auto n = static_cast<double>(options.repeats);
        result.drops[j] = sum / n;
        double squares = 0.0;
        for (const double drop : drops) squares += std::pow(drop - result.drops[j], 2);
        if (options.repeats > 1) result.deviations[j] = std::sqrt(squares / (n - 1.0));
        ++state.done;
        if (options.progress != nullptr) options.progress->update(state);
    }
    if (options.progress != nullptr) {
        options.progress->finish(
            state, fmt::format("{} features, {} times each", state.done, options.repeats));
    }
    return result;
}

}  // namespace gradus
