#pragma once

#include <cstddef>
#include <span>

#include "gradus/measures/gap/thresholds.hpp"

namespace gradus {

/// Calls visit(grade, mass, documents) for each group of thresholds that the query's grades cannot
/// tell apart, from the highest: `mass` is their probability, `grade` the lowest of the grades they
/// accept, `documents` how many judged ones they accept. So GAP = Σ mass · documents · AP(grade)/Σ
/// mass · documents costs no more than the grades that occur, however many thresholds there are.
template <class Visit>
void for_each_level(std::span<const double> ideal,
                    const AcceptChance& accepts,
                    const Visit& visit) {
    for (std::size_t next = 0; next < ideal.size();) {
        const double accepted = accepts(ideal[next]);
        while (next < ideal.size() && accepts(ideal[next]) == accepted) ++next;
        const double mass = accepted - (next < ideal.size() ? accepts(ideal[next]) : 0.0);
        if (mass > 0.0) visit(ideal[next - 1], mass, static_cast<double>(next));
    }
}

}  // namespace gradus
