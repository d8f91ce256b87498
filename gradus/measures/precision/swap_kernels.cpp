#include "gradus/measures/precision/swap_kernels.hpp"

#include <algorithm>

namespace gradus {

template <class Real>
void precision_swap_row(std::size_t a,
                        Real head,
                        std::span<const Real> relevance,
                        std::span<const Real> tails,
                        std::span<Real> changes) {
    const Real own = relevance[a];
    for (std::size_t b = a + 1; b < relevance.size(); ++b) {
        changes[b] = (relevance[b] - own) * (head - tails[b]);
    }
}

template <class Real>
void graded_swap_row(std::size_t a,
                     std::span<const Real> heads,
                     std::span<const int> levels,
                     std::span<const Real> tails,
                     std::span<const Real> own_tails,
                     std::span<const Real> worths,
                     std::span<const Real> inverse_ranks,
                     std::span<Real> changes) {
    const Real own = worths[a];
    const Real own_head = heads[static_cast<std::size_t>(levels[a])];
    for (std::size_t b = a + 1; b < worths.size(); ++b) {
        const Real rise = std::max(Real{0}, worths[b] - own);
        const Real higher = heads[static_cast<std::size_t>(levels[b])] - own_head;
        changes[b] = higher + (tails[b] - own_tails[b]) - rise * inverse_ranks[b];
    }
}

template <class Real>
void q_swap_row(std::size_t a, const QTerms<Real>& terms, std::span<Real> changes) {
    const Real own_relevance = terms.relevance[a];
    const Real own_value = terms.values[a];
    const Real counted = terms.counted[a];
    const Real scale = terms.scales[a];
    const Real before = own_relevance * (counted + own_value) * scale;
    const Real later = terms.later[a] - own_relevance * scale;
    for (std::size_t b = a + 1; b < terms.values.size(); ++b) {
        const Real first = terms.relevance[b] * (counted + terms.values[b]) * scale - before;
        const Real between = (terms.values[b] - own_value) * (later - terms.later[b]);
        changes[b] = first + between + (own_relevance - terms.relevance[b]) * terms.precisions[b];
    }
}

template void precision_swap_row(
    std::size_t, double, std::span<const double>, std::span<const double>, std::span<double>);
template void precision_swap_row(
    std::size_t, float, std::span<const float>, std::span<const float>, std::span<float>);
template void graded_swap_row(std::size_t,
                              std::span<const double>,
                              std::span<const int>,
                              std::span<const double>,
                              std::span<const double>,
                              std::span<const double>,
                              std::span<const double>,
                              std::span<double>);
template void graded_swap_row(std::size_t,
                              std::span<const float>,
                              std::span<const int>,
                              std::span<const float>,
                              std::span<const float>,
                              std::span<const float>,
                              std::span<const float>,
                              std::span<float>);
template void q_swap_row(std::size_t, const QTerms<double>&, std::span<double>);
template void q_swap_row(std::size_t, const QTerms<float>&, std::span<float>);

}  // namespace gradus
