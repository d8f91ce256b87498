#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "gradus/base/random.hpp"

namespace gradus::testing {

/// A number from 0 that fits a float, in one of the many ways to write it.
inline std::string random_number(Random& random) {
    const double x = std::exp(5.0 * random.normal());
    switch (random.below(9)) {
        case 0:
            return fmt::format("{}", random.below(1000));
        case 1:
            return fmt::format("{}.", random.below(1000));
        case 2:
            return fmt::format(".{:03}", random.below(1000));
        case 3:
            return fmt::format("00{:.6f}", x);
        case 4:
            return fmt::format("{:e}", x);
        case 5:
            return fmt::format("+{:.17g}", x);
        case 6:  // near the smallest normal float, and below
            return fmt::format("{:.3E}", x * 1e-37);
        case 7:  // halfway between two floats
            return fmt::format("{}", (std::uint64_t{1} << 24) + 2 * random.below(1U << 23) + 1);
        default:
            return fmt::format("{}", static_cast<float>(x));
    }
}

}  // namespace gradus::testing
