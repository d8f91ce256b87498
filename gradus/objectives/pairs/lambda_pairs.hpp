#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include "gradus/base/scratch.hpp"
#include "gradus/measures/measure.hpp"
#include "gradus/objectives/pairs/pair_cost.hpp"
#include "gradus/objectives/pairs/tiers.hpp"

namespace gradus {

/// One query in rank order, with what says which of its documents form pairs besides their grades.
struct PairedList {
    RankedList list;
    std::span<const double> scores;
    std::span<const float> keys = {};           ///< TierKeys::ranked; empty = all pairs
    std::span<const unsigned char> alone = {};  ///< 1 = forms no pairs; empty = none is
    std::size_t truncation = std::numeric_limits<std::size_t>::max();  ///< one rank is within it
};

/// Calls visit(high, low, |Δ|) with the positions of each pair of judged documents of unequal
/// grade, the higher grade first. Positions beyond the measure's reach form no pairs among
/// themselves.
template <class Visit>
void for_each_pair(const Measure& measure,
                   const PairedList& query,
                   Scratch& scratch,
                   const Visit& visit) {
    const Scratch::Frame frame(scratch);
    const RankedList& list = query.list;
    const std::size_t n = list.grades.size();
    const SwapRows<double>& rows = measure.swap(list, scratch);
    const std::span<double> changes = scratch.array<double>(n);
    const auto pairs = [&](std::size_t i) {
        return list.is_judged(i) && (query.alone.empty() || query.alone[i] == 0);
    };
    for (std::size_t a = 0; a < std::min(rows.reach(), query.truncation); ++a) {
        if (!pairs(a)) continue;
        rows.fill(a, changes);
        for (std::size_t b = a + 1; b < n; ++b) {
            if (list.grades[a] == list.grades[b] || !pairs(b)) continue;
            if (!ranked_keys_admit(query.keys, n, a, b)) continue;
            const bool first = list.grades[a] > list.grades[b];
            visit(first ? a : b, first ? b : a, std::abs(changes[b]));
        }
    }
}

/// What the pairs of a query add up to.
struct PairSums {
    double value = 0.0;  ///< Σ |Δ| · cost
    double force = 0.0;  ///< Σ |Δ| · force
};

/// The lambdas of one query, exactly; gradients and Hessians by position.
PairSums lambda_gradients(const Measure& measure,
                          const PairedList& query,
                          const PairRule& rule,
                          Scratch& scratch,
                          std::span<double> gradients,
                          std::span<double> hessians);

}  // namespace gradus
