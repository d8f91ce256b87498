#include "gradus/measures/additive/generating_function.hpp"

#include <algorithm>
#include <array>

#include "gradus/base/vector_clones.hpp"

namespace gradus {
namespace {

/// Terms of a sum that are added side by side, whatever the processor: the same bits on each.
constexpr std::size_t lanes = 8;

/// products[m] · (1 − chance·(1 − keep·z_m)) for all m.
GRADUS_AVX2_CLONES void multiply(std::span<const double> products,
                                 std::span<const double> bases,
                                 double chance,
                                 double keep,
                                 std::span<double> results) {
    for (std::size_t m = 0; m < bases.size(); ++m)
        results[m] = products[m] * (1.0 - chance * (1.0 - keep * bases[m]));
}

/// −Σ_m before[m]·behind[m]·(1 − keep·z_m), and `behind` goes on by one factor.
GRADUS_AVX2_CLONES double gradient_of(std::span<const double> before,
                                      std::span<double> behind,
                                      std::span<const double> bases,
                                      double chance,
                                      double keep) {
    std::array<double, lanes> sums{};
    for (std::size_t m = 0; m < bases.size(); m += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const double loss = 1.0 - keep * bases[m + lane];
            sums[lane] += before[m + lane] * behind[m + lane] * loss;
            behind[m + lane] *= 1.0 - chance * loss;
        }
    }
    double sum = 0.0;
    for (const double part : sums) sum -= part;
    return sum;
}

}  // namespace

double rank_functional(std::span<const double> beaten,
                       std::span<const double> keep,
                       const ExponentialSum& weights,
                       std::span<double> gradients,
                       Scratch& scratch) {
    const std::size_t n = beaten.size();
    const std::size_t terms = (weights.bases.size() + lanes - 1) / lanes * lanes;
    const auto kept = [&](std::size_t i) { return keep.empty() ? 1.0 : keep[i]; };
    const Scratch::Frame frame(scratch);
    const std::span<double> bases = scratch.array<double>(terms, 0.0);
    std::ranges::copy(weights.bases, bases.begin());
    const std::span<double> before = scratch.array<double>((n + 1) * terms, 0.0);
    std::ranges::copy(weights.weights, before.begin());
    for (std::size_t i = 0; i < n; ++i)
        multiply(before.subspan(i * terms, terms),
                 bases,
                 beaten[i],
                 kept(i),
                 before.subspan((i + 1) * terms, terms));
    double value = 0.0;
    for (const double product : before.last(terms)) value += product;
    const std::span<double> behind = scratch.array<double>(terms, 1.0);
    for (std::size_t i = n; i-- > 0;)
        gradients[i] =
            gradient_of(before.subspan(i * terms, terms), behind, bases, beaten[i], kept(i));
    return value;
}

}  // namespace gradus
