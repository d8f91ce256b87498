#include "gradus/objectives/objective.hpp"

#include <algorithm>

namespace gradus {

void BoundObjective::evaluate_float(const ScoredQuery<float>& query,
                                    Scratch& scratch,
                                    std::span<float> slopes,
                                    std::span<float> curvatures) const {
    const Scratch::Frame frame(scratch);
    const std::size_t n = query.scores.size();
    const std::span<double> scores = scratch.array<double>(n);
    const std::span<double> exact_slopes = scratch.array<double>(n);
    const std::span<double> exact_curvatures = scratch.array<double>(n);
    std::ranges::copy(query.scores, scores.begin());
    evaluate({query.query, scores, query.order, query.iteration},
             scratch,
             exact_slopes,
             exact_curvatures);
    const auto to_float = [](double value) { return static_cast<float>(value); };
    std::ranges::transform(exact_slopes, slopes.begin(), to_float);
    std::ranges::transform(exact_curvatures, curvatures.begin(), to_float);
}

}  // namespace gradus
