#include "gradus/objectives/pairs/lambda_pairs.hpp"

namespace gradus {

PairSums lambda_gradients(const Measure& measure,
                          const PairedList& query,
                          const PairRule& rule,
                          Scratch& scratch,
                          std::span<double> gradients,
                          std::span<double> hessians) {
    std::ranges::fill(gradients, 0.0);
    std::ranges::fill(hessians, 0.0);
    PairSums sums;
    for_each_pair(measure, query, scratch, [&](std::size_t high, std::size_t low, double change) {
        const PairTerms terms = pair_terms(rule, query.scores[high] - query.scores[low]);
        gradients[high] -= change * terms.force;
        if (rule.cost != PairCost::literal) gradients[low] += change * terms.force;
        hessians[high] += change * terms.hessian;
        hessians[low] += change * terms.hessian;
        sums.value += change * terms.cost;
        sums.force += change * terms.force;
    });
    return sums;
}

}  // namespace gradus
