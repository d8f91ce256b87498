#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "gradus/base/thread_team.hpp"
#include "gradus/learners/trees/growing/histogram.hpp"
#include "gradus/learners/trees/growing/tree_params.hpp"

namespace gradus::gbdt {

/// The largest that fit a word.
constexpr double most_gradient = 32767.0;
constexpr double most_hessian = 65535.0;

/// The gradients and Hessians of all documents, those of one tree.
struct Derivatives {
    std::span<const float> gradients{};
    std::span<const float> hessians{};
};

/// By what derivatives are multiplied before they are rounded to integers, whose sums depend on no
/// order. The fine units are powers of two with which sums over all documents fit 62 bits: they
/// serve the values of leaves. Those of histograms keep each sum, over any of the N documents,
/// below 2^31: at most (2^31 − 1 − N) / Σ|x|, as rounding adds at most 1 a document.
struct Units {
    double gradient = 1.0;
    double hessian = 1.0;
    double fine_gradient = 1.0;
    double fine_hessian = 1.0;
};

/// Chooses the units, which depend on the values alone, not on their order or on threads. Error
/// where a derivative is not finite.
Units choose_units(const Derivatives& of, const TreeParams& params, ThreadTeam& team);

/// The rounded derivatives of one document as a word: to the nearest integer, or at random by 64
/// bits of chance, half of them for the gradient and half for the Hessian. That gradients and
/// Hessians err independently keeps trees from overfitting (docs/results/ranking-quality.md).
inline Word rounded(std::uint32_t document, float gradient, float hessian, const Units& units) {
    return make_word(
        document,
        static_cast<std::int16_t>(std::lrint(static_cast<double>(gradient) * units.gradient)),
        static_cast<std::uint16_t>(std::lrint(static_cast<double>(hessian) * units.hessian)));
}
inline Word rounded_at_random(
    std::uint32_t document, float gradient, float hessian, const Units& units, std::uint64_t bits) {
    const auto chance = [](std::uint64_t half) { return static_cast<double>(half) * 0x1p-32; };
    const double size = std::abs(static_cast<double>(gradient)) * units.gradient;
    const auto whole =
        static_cast<std::int16_t>(std::min(size + chance(bits >> 32U), most_gradient));
    return make_word(document,
                     static_cast<std::int16_t>(gradient < 0.0F ? -whole : whole),
                     static_cast<std::uint16_t>(std::min(
                         static_cast<double>(hessian) * units.hessian + chance(bits & 0xFFFFFFFFU),
                         most_hessian)));
}

}  // namespace gradus::gbdt
