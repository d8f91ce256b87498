#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace gradus {

/// What became of a number in the user's text.
enum class NumberStatus : std::uint8_t { ok, malformed, too_large, not_finite };

/// Parses the longest number at `first`, correctly rounded, and moves `first` behind it. Takes an
/// optional sign, a decimal fraction and an exponent. The words nan and inf are recognised only to
/// be refused (not_finite); what exceeds the type is too_large. On failure `first` stays. The
/// caller checks what follows the number.
NumberStatus parse_number(const char*& first, const char* last, float& value);
NumberStatus parse_number(const char*& first, const char* last, double& value);

/// The whole text as a number; nothing where it is not one.
std::optional<double> number_from(std::string_view text);
std::optional<std::int64_t> integer_from(std::string_view text);

/// The shortest decimal that reads back as the same number.
std::string shortest(float value);
std::string shortest(double value);
void append_shortest(std::string& out, float value);

namespace detail {

/// Correctly rounded; the general case behind parse_float_fast.
NumberStatus parse_float_slow(const char*& first, const char* last, float& value);

constexpr double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

constexpr float float_powers_of_ten[] = {
    1e0F, 1e1F, 1e2F, 1e3F, 1e4F, 1e5F, 1e6F, 1e7F, 1e8F, 1e9F, 1e10F};

}  // namespace detail

/// parse_number for the inner loop of readers: the same results, inlined for the usual short
/// decimals. Needs at least one readable byte at `last` that is no part of a number (a line end).
inline NumberStatus parse_float_fast(const char*& first, const char* last, float& value) {
    const char* p = first;
    const bool negative = *p == '-';
    p += static_cast<int>(negative);
    const char* const digits_begin = p;
    std::uint64_t mantissa = 0;
    auto digit = static_cast<unsigned>(static_cast<unsigned char>(*p) - '0');
    while (digit < 10) {
        mantissa = 10 * mantissa + digit;
        digit = static_cast<unsigned>(static_cast<unsigned char>(*++p) - '0');
    }
    std::ptrdiff_t digits = p - digits_begin;
    std::ptrdiff_t fraction = 0;
    if (*p == '.') {
        const char* const fraction_begin = ++p;
        digit = static_cast<unsigned>(static_cast<unsigned char>(*p) - '0');
        while (digit < 10) {
            mantissa = 10 * mantissa + digit;
            digit = static_cast<unsigned>(static_cast<unsigned char>(*++p) - '0');
        }
        fraction = p - fraction_begin;
        digits += fraction;
    }
    const bool plain = digits > 0 && digits <= 15 && (*p | 0x20) != 'e' && *p != '+';
    if (plain && p <= last) [[likely]] {
        // A mantissa below 2^24 and a power of ten up to 10^10 are exact floats, so their quotient
        // is the correctly rounded float (Clinger 1990).
        if (mantissa < (1U << 24) && fraction <= 10) [[likely]] {
            const float exact = static_cast<float>(static_cast<std::int32_t>(mantissa)) /
                                detail::float_powers_of_ten[fraction];
            value = negative ? -exact : exact;
            first = p;
            return NumberStatus::ok;
        }
        // Up to 15 digits the same holds for doubles. Rounding again to float is right unless the
        // quotient fell exactly between two floats, or below the normal range.
        const double exact = static_cast<double>(mantissa) / detail::powers_of_ten[fraction];
        const bool halfway = (std::bit_cast<std::uint64_t>(exact) & 0x1FFFFFFF) == 0x10000000;
        if (!halfway && exact >= 0x1p-126) [[likely]] {
            value = static_cast<float>(negative ? -exact : exact);
            first = p;
            return NumberStatus::ok;
        }
    }
    return detail::parse_float_slow(first, last, value);
}

}  // namespace gradus
