#pragma once

#include <cstddef>
#include <span>

namespace gradus {

/// For each document the logarithms of Σ e^(s_j − s_i) over the documents j that it should stand
/// above, and of Σ e^(s_i − s_j) over those that it should stand below; −∞ where there is none. As
/// logarithms they are exact for scores of any size.
struct PairExponents {
    std::span<double> above;
    std::span<double> below;
};

/// The documents stand in classes, each of which should stand above those before it; `class_ends`
/// are the places behind the last document of each, none of them empty. O(documents).
void pair_exponents(std::span<const double> scores,
                    std::span<const std::size_t> class_ends,
                    const PairExponents& to);

}  // namespace gradus
