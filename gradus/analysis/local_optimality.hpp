#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gradus/analysis/perturbed_model.hpp"
#include "gradus/base/progress.hpp"
#include "gradus/data/dataset.hpp"
#include "gradus/measures/named_measure.hpp"

namespace gradus {

/// Whether a model is at a local optimum of a measure (Donmez, Svore & Burges, SIGIR 2009): its
/// weights are moved in random directions, and the measure is looked at. 459 directions without an
/// improvement leave at most a chance of 1 % that one direction in a hundred improves.
struct OptimalityOptions {
    std::size_t directions = 460;
    std::vector<double> steps = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0};
    bool relative = false;   ///< steps are shares of the weights' norm
    double epsilon = 0.003;  ///< what an improvement must exceed to count
    std::uint64_t seed = 1;
    unsigned threads = 1;
    Progress& progress = silent_progress();
};

/// What came of the trials on one data set for one measure.
struct Optimality {
    double base = 0.0;                ///< the measure without a move
    std::size_t trials = 0;           ///< directions × steps
    std::size_t improved = 0;         ///< trials with a better value, by more than 1e-12
    std::size_t improved_more = 0;    ///< by more than epsilon
    std::size_t directions_more = 0;  ///< directions with such a trial
    double best = 0.0;                ///< the largest improvement; below 0 = all lost

    /// With 99 % confidence fewer than one direction in a hundred improves by more than epsilon.
    bool is_optimum(std::size_t directions) const {
        constexpr std::size_t enough = 459;  // .99^459 < .01
        return directions >= enough && directions_more == 0;
    }
};

/// Unit vectors, uniformly distributed; direction d depends on the seed and d alone.
std::vector<double> random_direction(std::size_t weights, std::uint64_t seed, std::size_t d);

/// One data set of several that are tried with the same directions.
struct OptimalitySide {
    const Dataset& data;
    const PerturbedModel& model;
};

/// By side and target. The same for any number of threads.
std::vector<std::vector<Optimality>> local_optimality(std::span<const OptimalitySide> sides,
                                                      std::span<const NamedMeasure> targets,
                                                      const OptimalityOptions& options);

/// The same with directions that are given, as they are.
std::vector<std::vector<Optimality>> local_optimality(
    std::span<const OptimalitySide> sides,
    std::span<const NamedMeasure> targets,
    const OptimalityOptions& options,
    std::span<const std::vector<double>> directions);

}  // namespace gradus
