#include "gradus/measures/precision/swap_kernels.hpp"

#include <algorithm>

#include "gradus/base/vector_clones.hpp"

namespace gradus {
namespace {

template <class Real>
[[gnu::always_inline]] inline void fill_precision(std::size_t a,
                                                  Real head,
                                                  const PrecisionTerms<Real>& terms,
                                                  Real* __restrict changes) {
    const std::size_t size = terms.relevance.size();
    const Real* const relevance = terms.relevance.data();
    const Real* const tails = terms.tails.data();
    const Real own = relevance[a];
    for (std::size_t b = a + 1; b < size; ++b) {
        changes[b] = (relevance[b] - own) * (head - tails[b]);
    }
}

template <class Real>
[[gnu::always_inline]] inline void fill_graded(std::size_t a,
                                               const Real* heads,
                                               const Real* tails,
                                               const GradedTerms<Real>& terms,
                                               Real* __restrict changes) {
    const std::size_t size = terms.worths.size();
    const Real* const worths = terms.worths.data();
    const Real* const own_tails = terms.own_tails.data();
    const Real* const inverse_ranks = terms.inverse_ranks.data();
    const int* const levels = terms.levels.data();
    const Real own = worths[a];
    const Real own_head = heads[levels[a]];
    for (std::size_t b = a + 1; b < size; ++b) {
        const Real rise = std::max(Real{0}, worths[b] - own);
        changes[b] =
            heads[levels[b]] - own_head + (tails[b] - own_tails[b]) - rise * inverse_ranks[b];
    }
}

template <class Real>
[[gnu::always_inline]] inline void fill_q(std::size_t a,
                                          const QTerms<Real>& terms,
                                          Real* __restrict changes) {
    const std::size_t size = terms.values.size();
    const Real* const relevance = terms.relevance.data();
    const Real* const values = terms.values.data();
    const Real* const later_sums = terms.later.data();
    const Real* const precisions = terms.precisions.data();
    const Real own_relevance = relevance[a];
    const Real own_value = values[a];
    const Real counted = terms.counted[a];
    const Real scale = terms.scales[a];
    const Real before = own_relevance * (counted + own_value) * scale;
    const Real later = later_sums[a] - own_relevance * scale;
    for (std::size_t b = a + 1; b < size; ++b) {
        const Real first = relevance[b] * (counted + values[b]) * scale - before;
        const Real between = (values[b] - own_value) * (later - later_sums[b]);
        changes[b] = first + between + (own_relevance - relevance[b]) * precisions[b];
    }
}

}  // namespace

GRADUS_AVX2_CLONES void precision_swap_row(std::size_t a,
                                           double head,
                                           const PrecisionTerms<double>& terms,
                                           std::span<double> changes) {
    fill_precision(a, head, terms, changes.data());
}

GRADUS_AVX2_CLONES void graded_swap_row(std::size_t a,
                                        std::span<const double> heads,
                                        std::span<const double> tails,
                                        const GradedTerms<double>& terms,
                                        std::span<double> changes) {
    fill_graded(a, heads.data(), tails.data(), terms, changes.data());
}

GRADUS_AVX2_CLONES void q_swap_row(std::size_t a,
                                   const QTerms<double>& terms,
                                   std::span<double> changes) {
    fill_q(a, terms, changes.data());
}

GRADUS_AVX2_CLONES void precision_swap_row(std::size_t a,
                                           float head,
                                           const PrecisionTerms<float>& terms,
                                           std::span<float> changes) {
    fill_precision(a, head, terms, changes.data());
}

GRADUS_AVX2_CLONES void graded_swap_row(std::size_t a,
                                        std::span<const float> heads,
                                        std::span<const float> tails,
                                        const GradedTerms<float>& terms,
                                        std::span<float> changes) {
    fill_graded(a, heads.data(), tails.data(), terms, changes.data());
}

GRADUS_AVX2_CLONES void q_swap_row(std::size_t a,
                                   const QTerms<float>& terms,
                                   std::span<float> changes) {
    fill_q(a, terms, changes.data());
}

}  // namespace gradus
