#pragma once

#include <limits>
#include <string_view>

namespace gradus {

/// What a feature counts as that a sparse line leaves out.
enum class Gaps : unsigned char { zero, missing };

/// The value that stands for such a feature: 0, or NaN for a missing value.
constexpr float gap_value(Gaps gaps) {
    return gaps == Gaps::zero ? 0.0F : std::numeric_limits<float>::quiet_NaN();
}

/// As users type it after --gaps, and as model files have it.
constexpr std::string_view gaps_name(Gaps gaps) {
    return gaps == Gaps::zero ? "zero" : "missing";
}

}  // namespace gradus
