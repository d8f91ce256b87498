#include "gradus/measures/abilities/argmax.hpp"

#include <algorithm>

namespace gradus {

TwoClasses two_classes(const ScoredList& list, double threshold, Scratch& scratch) {
    const std::span<std::uint32_t> order = scratch.array<std::uint32_t>(list.size());
    rank_by_score(list.scores, order);
    const auto middle =
        std::stable_partition(order.begin(), order.end(), [&](std::uint32_t document) {
            return list.grades[document] >= threshold;
        });
    const auto relevant = static_cast<std::size_t>(middle - order.begin());
    return {order.first(relevant), order.subspan(relevant)};
}

double pairwise_discriminant(const ScoredList& list,
                             double threshold,
                             std::span<const std::uint32_t> order) {
    double relevant = 0.0;
    for (const double grade : list.grades) relevant += grade >= threshold ? 1.0 : 0.0;
    const double nonrelevant = static_cast<double>(list.size()) - relevant;
    if (relevant == 0.0 || nonrelevant == 0.0) return 0.0;
    double sum = 0.0;
    double above = 0.0;  // relevant documents above
    double below = nonrelevant;
    for (const std::uint32_t document : order) {
        const double score = list.scores[document];
        if (list.grades[document] >= threshold) {
            sum += score * (below - (nonrelevant - below));
            above += 1.0;
        } else {
            sum -= score * (above - (relevant - above));
            below -= 1.0;
        }
    }
    return sum / (relevant * nonrelevant);
}

double PairwiseArgmax::discriminant(const ScoredList& list,
                                    std::span<const std::uint32_t> order,
                                    Scratch& /*scratch*/) const {
    return pairwise_discriminant(list, threshold_, order);
}

double PairwiseArgmax::hinge(const ScoredList& list,
                             std::span<double> gradients,
                             Scratch& scratch) const {
    std::ranges::fill(gradients, 0.0);
    const std::span<std::uint32_t> order = scratch.array<std::uint32_t>(list.size());
    const std::optional<Violation> worst = violate(list, order, scratch);
    if (!worst) return 0.0;
    // w·(Ψ(y) − Ψ(best)) = −(2/RM) Σ of s_i − s_j over the pairs that stand the wrong way round.
    double relevant = 0.0;
    for (const double grade : list.grades) relevant += grade >= threshold_ ? 1.0 : 0.0;
    const double weight = 2.0 / (relevant * (static_cast<double>(list.size()) - relevant));
    double relevant_above = 0.0;
    double nonrelevant_above = 0.0;
    double change = 0.0;
    for (const std::uint32_t document : order) {
        if (list.grades[document] >= threshold_) {
            gradients[document] = -weight * nonrelevant_above;
            relevant_above += 1.0;
        } else {
            gradients[document] = weight * (relevant - relevant_above);
            nonrelevant_above += 1.0;
        }
        change += gradients[document] * list.scores[document];
    }
    return worst->loss + change;
}

}  // namespace gradus
