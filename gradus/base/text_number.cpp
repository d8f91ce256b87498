#include "gradus/base/text_number.hpp"

#include <charconv>
#include <cmath>
#include <system_error>

#include <fast_float/fast_float.h>

namespace gradus {
namespace {

bool starts_word(const char* p, const char* last, std::string_view word) {
    if (static_cast<std::size_t>(last - p) < word.size()) return false;
    for (std::size_t i = 0; i < word.size(); ++i) {
        if ((p[i] | 0x20) != word[i]) return false;
    }
    return true;
}

template <class Value>
NumberStatus parse(const char*& first, const char* last, Value& value) {
    const char* p = first;
    if (p != last && *p == '+') {  // fast_float takes a minus only
        ++p;
        if (p != last && (*p == '-' || *p == '+')) return NumberStatus::malformed;
    }
    const char* unsigned_begin = p;
    if (unsigned_begin != last && *unsigned_begin == '-') ++unsigned_begin;
    if (starts_word(unsigned_begin, last, "nan") || starts_word(unsigned_begin, last, "inf")) {
        return NumberStatus::not_finite;
    }
    const auto result = fast_float::from_chars(p, last, value);
    if (result.ec == std::errc::invalid_argument) return NumberStatus::malformed;
    if (!std::isfinite(value))
        return NumberStatus::too_large;  // what underflows is rounded to zero
    first = result.ptr;
    return NumberStatus::ok;
}

template <class Value>
std::string to_shortest(Value value) {
    char buffer[64];
    const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
    return {buffer, result.ptr};
}

}  // namespace

NumberStatus parse_number(const char*& first, const char* last, float& value) {
    return parse(first, last, value);
}

NumberStatus parse_number(const char*& first, const char* last, double& value) {
    return parse(first, last, value);
}

std::optional<double> number_from(std::string_view text) {
    const char* first = text.data();
    const char* const last = first + text.size();
    double value = 0.0;
    if (parse(first, last, value) != NumberStatus::ok || first != last) return std::nullopt;
    return value;
}

std::optional<std::int64_t> integer_from(std::string_view text) {
    const char* const first = text.data();
    const char* const last = first + text.size();
    std::int64_t value = 0;
    const auto result = std::from_chars(first, last, value);
    if (result.ec != std::errc() || result.ptr != last) return std::nullopt;
    return value;
}

std::string shortest(float value) {
    return to_shortest(value);
}

std::string shortest(double value) {
    return to_shortest(value);
}

void append_shortest(std::string& out, float value) {
    // Most values of real data are small whole numbers, for which the general algorithm is slow.
    if (value >= 0.0F && value < 1e6F && value == std::floor(value) && !std::signbit(value)) {
        char buffer[16];
        const auto result =
            std::to_chars(buffer, buffer + sizeof buffer, static_cast<std::uint32_t>(value));
        out.append(buffer, result.ptr);
        return;
    }
    char buffer[64];
    const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
    out.append(buffer, result.ptr);
}

}  // namespace gradus
