#pragma once

#include <cstddef>
#include <span>

namespace gradus {

/// Rows of changes under a swap for measures that look at what stands above: plain loops over
/// arrays by position, for each b > a, compiled for wider vectors too.

/// The arrays of average precision by position; see ap.cpp.
template <class Real>
struct PrecisionTerms {
    std::span<const Real> relevance;
    std::span<const Real> tails;
};

/// The arrays of graded average precision by position; see gap/rows.cpp.
template <class Real>
struct GradedTerms {
    std::span<const int> levels;
    std::span<const Real> own_tails;  ///< the tail of the position's own level
    std::span<const Real> worths;
    std::span<const Real> inverse_ranks;
};

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

/// AP: changes[b] = (relevance[b] − relevance[a]) · (head − tails[b]).
void precision_swap_row(std::size_t a,
                        double head,
                        const PrecisionTerms<double>& terms,
                        std::span<double> changes);
void precision_swap_row(std::size_t a,
                        float head,
                        const PrecisionTerms<float>& terms,
                        std::span<float> changes);

/// GAP: changes[b] = heads[level_b] − heads[level_a] + tails[b] − own_tails[b] − max(0, worths[b] −
/// worths[a]) · inverse_ranks[b], heads by level at position a, tails of the level of a.
void graded_swap_row(std::size_t a,
                     std::span<const double> heads,
                     std::span<const double> tails,
                     const GradedTerms<double>& terms,
                     std::span<double> changes);
void graded_swap_row(std::size_t a,
                     std::span<const float> heads,
                     std::span<const float> tails,
                     const GradedTerms<float>& terms,
                     std::span<float> changes);

/// Q: changes[b] = (rel_b(counted_a + v_b) − rel_a(counted_a + v_a)) scale_a + (v_b − v_a)
/// (later_{a+1} − later_b) + (rel_a − rel_b) precision_b.
void q_swap_row(std::size_t a, const QTerms<double>& terms, std::span<double> changes);
void q_swap_row(std::size_t a, const QTerms<float>& terms, std::span<float> changes);

}  // namespace gradus
