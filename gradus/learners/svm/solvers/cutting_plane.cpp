#include "gradus/learners/svm/solvers/cutting_plane.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace gradus::svm {

CuttingPlane::CuttingPlane(Risk& risk)
    : risk_(risk),
      dual_(risk.dimensions(), 1),
      best_(risk.dimensions()),
      best_gradient_(risk.dimensions()),
      gradient_(risk.dimensions()) {}

std::span<const double> CuttingPlane::solve(
    const CuttingPlaneOptions& options,
    const std::function<void(const CuttingPlaneState&)>& watch) {
    const double goal = options.cost * options.epsilon;
    if (!std::exchange(is_restored_, false))
        state_ = {.objective = std::numeric_limits<double>::infinity()};
    const auto is_done = [&] {
        return state_.rounds >= options.most_rounds || state_.stuck >= options.most_stuck ||
               (state_.rounds > 0 && state_.gap() <= goal);
    };
    while (!is_done() && !(options.is_stopped && options.is_stopped())) {
        const double gap = state_.rounds == 0 ? options.cost : state_.gap();
        dual_.solve(options.cost, 0.01 * std::max(goal, gap));
        state_.bound = std::max(dual_.value(), state_.bound);
        state_.stuck = dual_.is_stuck() ? state_.stuck + 1 : 0;
        const double best_before = state_.objective;
        touch(dual_.weights(), options.cost, gradient_);
        if (state_.objective == best_before) search(options.cost);
        dual_.drop_idle(options.idle_rounds);
        state_.planes = dual_.planes();
        ++state_.rounds;
        if (watch) watch(state_);
    }
    return best_;
}

/// Adds the plane there, and keeps the weights if they are the best.
void CuttingPlane::touch(std::span<const double> weights,
                         double cost,
                         std::vector<double>& gradient) {
    const double risk = risk_.at(weights, gradient);
    ++state_.touches;
    const double objective = 0.5 * dot(weights, weights) + cost * risk;
    if (objective < state_.objective) {
        state_.objective = objective;
        state_.risk = risk;
        std::ranges::copy(weights, best_.begin());
        best_gradient_ = gradient;
    }
    dual_.add(touching_plane(risk, gradient, weights));
}

/// Between the best weights and the worse ones that were touched last, where the objective still
/// falls at the former and rises at the latter.
void CuttingPlane::search(double cost) {
    constexpr int most_touches = 2;
    const std::vector<double> start = best_;
    std::vector<double> way(dual_.weights().begin(), dual_.weights().end());
    for (std::size_t k = 0; k < way.size(); ++k) way[k] -= start[k];
    // The derivative along the way, of which 0 is the start and 1 the end.
    const double length = dot(way, way);
    const double offset = dot(start, way);
    const auto derivative = [&](double place, const std::vector<double>& gradient) {
        return offset + place * length + cost * dot(gradient, way);
    };
    double low = 0.0;
    double high = 1.0;
    double low_derivative = derivative(low, best_gradient_);
    double high_derivative = derivative(high, gradient_);
    std::vector<double> between(way.size());
    for (int touches = 0; touches < most_touches; ++touches) {
        if (!(low_derivative < 0.0 && high_derivative > 0.0)) return;
        const double share = low_derivative / (low_derivative - high_derivative);
        const double place = low + std::clamp(share, 0.1, 0.9) * (high - low);
        for (std::size_t k = 0; k < way.size(); ++k) between[k] = start[k] + place * way[k];
        touch(between, cost, gradient_);
        const double here = derivative(place, gradient_);
        (here < 0.0 ? low : high) = place;
        (here < 0.0 ? low_derivative : high_derivative) = here;
    }
}

void CuttingPlane::restore(const Snapshot& snapshot) {
    state_ = snapshot.state;
    best_ = snapshot.best;
    best_gradient_ = snapshot.best_gradient;
    dual_.restore(snapshot.dual);
    is_restored_ = true;
}

}  // namespace gradus::svm
