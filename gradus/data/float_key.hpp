#pragma once

#include <bit>
#include <cstdint>

namespace gradus {

/// A whole number that rises with the float: key(a) < key(b) if a < b. (-0 stands before 0.)
inline std::uint32_t float_key(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = 0U - (bits >> 31);  // all ones where negative
    return bits ^ (sign | 0x80000000U);
}

/// The float of a key.
inline float float_of_key(std::uint32_t key) {
    const std::uint32_t sign = (key >> 31) - 1U;  // all ones where negative
    return std::bit_cast<float>(key ^ (sign | 0x80000000U));
}

}  // namespace gradus
