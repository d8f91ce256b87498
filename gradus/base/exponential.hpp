#pragma once

#include <bit>
#include <cstdint>
#include <numbers>

namespace gradus {

/// e^x for |x| <= 87, within 1.5e-7 of it relatively. Our own, so that a model does not depend on
/// the mathematics library; without a branch, so that a loop over it vectorises. x = k ln 2 + r
/// with ln 2 in two parts (Cody & Waite 1980), |r| <= ln 2/2; then the series of e^r to r^7/7!,
/// whose next term is below 6e-9.
inline float exponential(float x) {
    constexpr float shift = 12582912.0F;  // 1.5·2^23: adding it rounds to a whole number
    const float shifted = x * std::numbers::log2e_v<float> + shift;
    const float k = shifted - shift;
    // The upper bits of ln 2, so that k times them is exact.
    // NOLINTNEXTLINE(modernize-use-std-numbers)
    constexpr float most_of_ln2 = 0.693359375F;
    const float r = (x - k * most_of_ln2) + k * 2.12194440e-4F;
    float series = 1.0F / 5040.0F;
    series = series * r + 1.0F / 720.0F;
    series = series * r + 1.0F / 120.0F;
    series = series * r + 1.0F / 24.0F;
    series = series * r + 1.0F / 6.0F;
    series = series * r + 0.5F;
    series = series * r + 1.0F;
    series = series * r + 1.0F;
    // The lowest bits of `shifted` are k; as an exponent they are 2^k.
    const std::uint32_t power = (std::bit_cast<std::uint32_t>(shifted) << 23) + 0x3F800000U;
    return series * std::bit_cast<float>(power);
}

/// The same for |x| <= 708 in double precision, within 4e-16: the series goes to r^13/13!, whose
/// next term is below 5e-18, even and odd powers apart.
inline double exponential(double x) {
    constexpr double shift = 6755399441055744.0;  // 1.5·2^52
    const double shifted = x * std::numbers::log2e + shift;
    const double k = shifted - shift;
    // NOLINTNEXTLINE(modernize-use-std-numbers): its upper bits, as above
    constexpr double most_of_ln2 = 0x1.62e42feep-1;
    constexpr double rest_of_ln2 = 0x1.a39ef35793c76p-33;
    const double r = (x - k * most_of_ln2) - k * rest_of_ln2;
    const double square = r * r;
    double even = 1.0 / 479001600.0;
    even = even * square + 1.0 / 3628800.0;
    even = even * square + 1.0 / 40320.0;
    even = even * square + 1.0 / 720.0;
    even = even * square + 1.0 / 24.0;
    even = even * square + 0.5;
    even = even * square + 1.0;
    double odd = 1.0 / 6227020800.0;
    odd = odd * square + 1.0 / 39916800.0;
    odd = odd * square + 1.0 / 362880.0;
    odd = odd * square + 1.0 / 5040.0;
    odd = odd * square + 1.0 / 120.0;
    odd = odd * square + 1.0 / 6.0;
    odd = odd * square + 1.0;
    const std::uint64_t power = (std::bit_cast<std::uint64_t>(shifted) << 52) + 0x3FF0000000000000U;
    return (even + r * odd) * std::bit_cast<double>(power);
}

/// log₂ x for normal x > 0, within 4e-15 of it. x = 2^k m with m in [1/√2, √2), then
/// log m = 2 artanh((m − 1)/(m + 1)) by its series.
inline double logarithm2(double x) {
    constexpr std::uint64_t mantissa = 0x000FFFFFFFFFFFFFU;
    constexpr std::uint64_t root_half = 0x3FE6A09E667F3BCDU;  // the bits of 1/√2
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const auto k = static_cast<std::int64_t>(bits - root_half) >> 52;
    const auto m = std::bit_cast<double>(
        (bits & mantissa) | ((bits - (static_cast<std::uint64_t>(k) << 52)) & ~mantissa));
    const double t = (m - 1.0) / (m + 1.0);
    const double square = t * t;
    double series = 0.0;
    for (int odd = 25; odd >= 1; odd -= 2) series = series * square + 1.0 / odd;
    return static_cast<double>(k) + 2.0 * t * series * std::numbers::log2e;
}

}  // namespace gradus
