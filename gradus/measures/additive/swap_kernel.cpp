#include "gradus/measures/additive/swap_kernel.hpp"

#include "gradus/base/vector_clones.hpp"

namespace gradus {
namespace {

template <class Real>
[[gnu::always_inline]] inline void fill(std::size_t a,
                                        std::size_t size,
                                        const Real* __restrict gains,
                                        const Real* __restrict discounts,
                                        Real* __restrict changes) {
    const Real gain = gains[a];
    const Real discount = discounts[a];
    for (std::size_t b = a + 1; b < size; ++b) {
        changes[b] = (gains[b] - gain) * (discount - discounts[b]);
    }
}

}  // namespace

GRADUS_AVX2_CLONES void fill_swap_row(std::size_t a,
                                      std::span<const double> gains,
                                      std::span<const double> discounts,
                                      std::span<double> changes) {
    fill(a, gains.size(), gains.data(), discounts.data(), changes.data());
}

GRADUS_AVX2_CLONES void fill_swap_row(std::size_t a,
                                      std::span<const float> gains,
                                      std::span<const float> discounts,
                                      std::span<float> changes) {
    fill(a, gains.size(), gains.data(), discounts.data(), changes.data());
}

}  // namespace gradus
