#pragma once

#include <cstddef>
#include <span>

namespace gradus {

/// Rows of changes under a swap for measures that look at what stands above: plain loops over
/// arrays by position, for each b > a.

/// AP: changes[b] = (relevance[b] − relevance[a]) · (head − tails[b]).
template <class Real>
void precision_swap_row(std::size_t a,
                        Real head,
                        std::span<const Real> relevance,
                        std::span<const Real> tails,
                        std::span<Real> changes);

/// GAP: changes[b] = heads[levels[b]] − heads[levels[a]] + tails[b] − own_tails[b] − max(0,
/// worths[b] − worths[a]) · inverse_ranks[b].
template <class Real>
void graded_swap_row(std::size_t a,
                     std::span<const Real> heads,
                     std::span<const int> levels,
                     std::span<const Real> tails,
                     std::span<const Real> own_tails,
                     std::span<const Real> worths,
                     std::span<const Real> inverse_ranks,
                     std::span<Real> changes);

/// The arrays of the Q-measure by position; see q.cpp.
template <class Real>
struct QTerms {
    std::span<const Real> relevance;
    std::span<const Real> values;      ///< rel + β · gain
    std::span<const Real> counted;     ///< Σ of values above the position
    std::span<const Real> scales;      ///< 1/(R · den)
    std::span<const Real> later;       ///< Σ of relevance · scale from the position on
    std::span<const Real> precisions;  ///< num · scale
};

/// Q: changes[b] = (rel_b(counted_a + v_b) − rel_a(counted_a + v_a)) scale_a + (v_b − v_a)
/// (later_{a+1} − later_b) + (rel_a − rel_b) precision_b.
template <class Real>
void q_swap_row(std::size_t a, const QTerms<Real>& terms, std::span<Real> changes);

}  // namespace gradus
