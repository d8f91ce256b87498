#include "gradus/analysis/local_optimality.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <mutex>

#include "gradus/base/parallel.hpp"
#include "gradus/base/random.hpp"
#include "gradus/evaluation/evaluator.hpp"

namespace gradus {
namespace {

constexpr double least_improvement = 1e-12;

/// The values of one direction, by side, target and step.
using Values = std::vector<std::vector<std::vector<double>>>;

Values measured(std::span<const OptimalitySide> sides,
                std::span<const Evaluator> evaluators,
                std::span<const double> direction,
                std::span<const double> steps) {
    Values values(sides.size());
    for (std::size_t s = 0; s < sides.size(); ++s) {
        values[s].resize(evaluators[s].measures().size());
        for (const std::vector<float>& scores : sides[s].model.scores(direction, steps)) {
            const std::vector<double> means = evaluators[s].means(scores);
            for (std::size_t t = 0; t < means.size(); ++t) values[s][t].push_back(means[t]);
        }
    }
    return values;
}

std::vector<std::vector<Optimality>> run(
    std::span<const OptimalitySide> sides,
    std::span<const NamedMeasure> targets,
    const OptimalityOptions& options,
    std::size_t directions,
    const std::function<std::vector<double>(std::size_t)>& direction) {
    const std::size_t weights = sides.front().model.weights();
    std::vector<Evaluator> evaluators;
    evaluators.reserve(sides.size());
    for (const OptimalitySide& side : sides) evaluators.emplace_back(side.data, targets, 1U);
    const Values base =
        measured(sides, evaluators, std::vector<double>(weights), std::vector<double>{0.0});
    std::vector<double> steps = options.steps;
    if (options.relative)
        for (double& step : steps) step *= sides.front().model.norm();
    std::vector<Values> all(directions);
    ProgressState state{.task = "moving the weights", .total = directions, .unit = "directions"};
    std::mutex guard;
    parallel_for(directions, 1, options.threads, [&](std::size_t d, std::size_t /*end*/) {
        all[d] = measured(sides, evaluators, direction(d), steps);
        const std::scoped_lock lock(guard);
        ++state.done;
        options.progress.update(state);
    });
    std::vector<std::vector<Optimality>> results(sides.size(),
                                                 std::vector<Optimality>(targets.size()));
    for (std::size_t s = 0; s < sides.size(); ++s) {
        for (std::size_t t = 0; t < targets.size(); ++t) {
            Optimality& own = results[s][t];
            own.base = base[s][t].front();
            own.best = -std::numeric_limits<double>::infinity();
            for (const Values& values : all) {
                bool more = false;
                for (const double value : values[s][t]) {
                    const double gain = value - own.base;
                    ++own.trials;
                    own.improved += gain > least_improvement ? 1 : 0;
                    own.improved_more += gain > options.epsilon ? 1 : 0;
                    more |= gain > options.epsilon;
                    own.best = std::max(own.best, gain);
                }
                own.directions_more += more ? 1 : 0;
            }
        }
    }
    options.progress.finish(state, std::to_string(directions) + " directions");
    return results;
}

}  // namespace

std::vector<double> random_direction(std::size_t weights, std::uint64_t seed, std::size_t d) {
    Random random(seed, "direction", d);
    std::vector<double> direction(weights);
    double squares = 0.0;
    while (squares == 0.0 && weights > 0) {
        squares = 0.0;
        for (double& each : direction) {
            each = random.normal();
            squares += each * each;
        }
    }
    for (double& each : direction) each /= std::sqrt(squares);
    return direction;
}

std::vector<std::vector<Optimality>> local_optimality(std::span<const OptimalitySide> sides,
                                                      std::span<const NamedMeasure> targets,
                                                      const OptimalityOptions& options) {
    const std::size_t weights = sides.front().model.weights();
    return run(sides, targets, options, options.directions, [&](std::size_t d) {
        return random_direction(weights, options.seed, d);
    });
}

std::vector<std::vector<Optimality>> local_optimality(
    std::span<const OptimalitySide> sides,
    std::span<const NamedMeasure> targets,
    const OptimalityOptions& options,
    std::span<const std::vector<double>> directions) {
    return run(
        sides, targets, options, directions.size(), [&](std::size_t d) { return directions[d]; });
}

}  // namespace gradus
