#include "gradus/learners/svm/cutting_plane.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace gradus::svm {

CuttingPlane::CuttingPlane(Risk& risk)
    : risk_(risk), dual_(risk.dimensions(), 1), best_(risk.dimensions()) {}

std::span<const double> CuttingPlane::solve(
    const CuttingPlaneOptions& options,
    const std::function<void(const CuttingPlaneState&)>& watch) {
    const double goal = options.cost * options.epsilon;
    std::vector<double> gradient(risk_.dimensions());
    if (!std::exchange(is_restored_, false))
        state_ = {.objective = std::numeric_limits<double>::infinity()};
    const auto is_done = [&] {
        return state_.rounds >= options.most_rounds || (state_.rounds > 0 && state_.gap() <= goal);
    };
    while (!is_done()) {
        const double gap = state_.rounds == 0 ? options.cost : state_.gap();
        dual_.solve(options.cost, 0.01 * std::max(goal, gap));
        const std::span<const double> weights = dual_.weights();
        const double risk = risk_.at(weights, gradient);
        const double objective = 0.5 * dot(weights, weights) + options.cost * risk;
        if (objective < state_.objective) {
            state_.objective = objective;
            std::ranges::copy(weights, best_.begin());
        }
        state_.bound = std::max(dual_.value(), state_.bound);
        state_.planes = dual_.planes();
        ++state_.rounds;
        if (!is_done()) {
            dual_.add(touching_plane(risk, gradient, weights));
            dual_.drop_idle(options.idle_rounds);
        }
        if (watch) watch(state_);
    }
    return best_;
}

void CuttingPlane::restore(const Snapshot& snapshot) {
    state_ = snapshot.state;
    best_ = snapshot.best;
    dual_.restore(snapshot.dual);
    is_restored_ = true;
}

}  // namespace gradus::svm
