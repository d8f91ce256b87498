#include "gradus/objectives/lambda_pairs.hpp"

namespace gradus {

PairSums lambda_slopes(const Measure& measure,
                       const PairedList& query,
                       const PairRule& rule,
                       Scratch& scratch,
                       std::span<double> slopes,
                       std::span<double> curvatures) {
    std::ranges::fill(slopes, 0.0);
    std::ranges::fill(curvatures, 0.0);
    PairSums sums;
    for_each_pair(measure, query, scratch, [&](std::size_t high, std::size_t low, double change) {
        const PairTerms terms = pair_terms(rule, query.scores[high] - query.scores[low]);
        slopes[high] -= change * terms.force;
        if (rule.cost != PairCost::literal) slopes[low] += change * terms.force;
        curvatures[high] += change * terms.curvature;
        curvatures[low] += change * terms.curvature;
        sums.value += change * terms.cost;
        sums.force += change * terms.force;
    });
    return sums;
}

}  // namespace gradus
