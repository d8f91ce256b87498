#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <tuple>

#include "gradus/base/json.hpp"

namespace gradus::boosting {

/// A weak ranker and its weight. Of threshold rankers, h(x) = 1[x > threshold] with 0 for a missing
/// value; else the feature itself.
struct Round {
    std::uint32_t feature = 0;
    float threshold = 0.0F;
    double r = 0.0;      ///< how well it does by the weights of now, −1 to 1; < 0 = turned round
    double alpha = 0.0;  ///< its weight, of the sign of r

    static constexpr auto json_fields = std::tuple{JsonField{"feature", &Round::feature},
                                                   JsonField{"threshold", &Round::threshold},
                                                   JsonField{"r", &Round::r},
                                                   JsonField{"alpha", &Round::alpha}};
};

/// Differences below it are rounding: weak rankers no further apart are equally good.
inline constexpr double indifference = 1e-12;

/// From here on a weak ranker counts as one without mistakes.
inline constexpr double perfection = 1.0 - 1e-10;

/// ½ log((1 + r)/(1 − r)), finite where a weak ranker makes no mistake.
inline double weight_of(double r) {
    const double held = std::clamp(r, -perfection, perfection);
    return 0.5 * std::log((1.0 + held) / (1.0 - held));
}

/// Which ends of a feature may be the good one.
enum class Directions : unsigned char {
    down,  ///< large values
    both   ///< large or small values
};

}  // namespace gradus::boosting
