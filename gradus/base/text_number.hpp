#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
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

constexpr double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

constexpr float float_powers_of_ten[] = {
    1e0F, 1e1F, 1e2F, 1e3F, 1e4F, 1e5F, 1e6F, 1e7F, 1e8F, 1e9F, 1e10F};

/// A sign, digits and perhaps a fraction, as they stand.
struct ShortDecimal {
    const char* end;          ///< behind the last digit
    std::uint64_t mantissa;   ///< all digits as one number; right up to 19 of them
    std::ptrdiff_t digits;    ///< how many there are
    std::ptrdiff_t fraction;  ///< of them, how many stand behind the point
    bool negative;

    /// Nothing more of a number follows, and there is a number.
    bool is_plain() const { return digits > 0 && (*end | 0x20) != 'e' && *end != '+'; }
};

inline ShortDecimal scan_decimal(const char* first) {
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
    return {p, mantissa, digits, fraction, negative};
}

}  // namespace detail

/// parse_number for the inner loop of readers: the same results, inlined for the usual short
/// decimals. Needs at least one readable byte at `last` that is no part of a number (a line end).
inline NumberStatus parse_fast(const char*& first, const char* last, float& value) {
    const detail::ShortDecimal text = detail::scan_decimal(first);
    if (text.is_plain() && text.digits <= 15 && text.end <= last) [[likely]] {
        // A mantissa below 2^24 and a power of ten up to 10^10 are exact floats, so their quotient
        // is the correctly rounded float (Clinger 1990).
        if (text.mantissa < (1U << 24) && text.fraction <= 10) [[likely]] {
            const float exact = static_cast<float>(static_cast<std::int32_t>(text.mantissa)) /
                                detail::float_powers_of_ten[text.fraction];
            value = text.negative ? -exact : exact;
            first = text.end;
            return NumberStatus::ok;
        }
        // Up to 15 digits the same holds for doubles. Rounding again to float is right unless the
        // quotient fell exactly between two floats, or below the normal range.
        const double exact =
            static_cast<double>(text.mantissa) / detail::powers_of_ten[text.fraction];
        const bool halfway = (std::bit_cast<std::uint64_t>(exact) & 0x1FFFFFFF) == 0x10000000;
        if (!halfway && exact >= 0x1p-126) [[likely]] {
            value = static_cast<float>(text.negative ? -exact : exact);
            first = text.end;
            return NumberStatus::ok;
        }
    }
    return parse_number(first, last, value);
}

inline NumberStatus parse_fast(const char*& first, const char* last, double& value) {
    const detail::ShortDecimal text = detail::scan_decimal(first);
    // Mantissas up to 2^53 and powers of ten up to 10^22 are exact doubles, and so few digits have
    // a fraction of at most 19.
    if (text.is_plain() && text.digits <= 19 && text.mantissa <= (std::uint64_t{1} << 53U) &&
        text.end <= last) [[likely]] {
        const double exact = static_cast<double>(static_cast<std::int64_t>(text.mantissa)) /
                             detail::powers_of_ten[text.fraction];
        value = text.negative ? -exact : exact;
        first = text.end;
        return NumberStatus::ok;
    }
    return parse_number(first, last, value);
}

}  // namespace gradus
