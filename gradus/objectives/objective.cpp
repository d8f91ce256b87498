#include "gradus/objectives/objective.hpp"

#include <algorithm>

namespace gradus {

void BoundObjective::evaluate_float(const ScoredQuery<float>& query,
                                    Scratch& scratch,
                                    std::span<float> gradients,
                                    std::span<float> hessians) const {
    const Scratch::Frame frame(scratch);
    const std::size_t n = query.scores.size();
    const std::span<double> scores = scratch.array<double>(n);
    const std::span<double> exact_gradients = scratch.array<double>(n);
    const std::span<double> exact_hessians = scratch.array<double>(n);
    std::ranges::copy(query.scores, scores.begin());
    evaluate({query.query, scores, query.order, query.iteration},
             scratch,
             exact_gradients,
             exact_hessians);
    const auto to_float = [](double value) { return static_cast<float>(value); };
    std::ranges::transform(exact_gradients, gradients.begin(), to_float);
    std::ranges::transform(exact_hessians, hessians.begin(), to_float);
}

}  // namespace gradus
