#include "gradus/base/text_number.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gradus/base/random.hpp"

namespace gradus {
namespace {

struct Parsed {
    NumberStatus status;
    float value;
    std::size_t length;
};

Parsed parse_with(const std::string& text, std::string_view behind) {
    const std::string line = text + std::string(behind);
    const char* first = line.data();
    float value = -77.0F;
    const NumberStatus status = parse_fast(first, line.data() + line.size() - 1, value);
    return {status, value, static_cast<std::size_t>(first - line.data())};
}

/// Parses the text at the end of a line and inside one; both must come to the same.
Parsed fast(const std::string& text) {
    const Parsed at_end = parse_with(text, "\n");
    const Parsed inside = parse_with(text, " 12:3.25 13:77777777 14:0.5\n");
    EXPECT_EQ(at_end.status, inside.status) << text;
    EXPECT_EQ(at_end.length, inside.length) << text;
    if (at_end.status == NumberStatus::ok) {
        EXPECT_EQ(std::bit_cast<std::uint32_t>(at_end.value),
                  std::bit_cast<std::uint32_t>(inside.value))
            << text;
    }
    return inside;
}

void expect_like_strtof(const std::string& text) {
    const Parsed parsed = fast(text);
    ASSERT_EQ(parsed.status, NumberStatus::ok) << text;
    EXPECT_EQ(parsed.value, std::strtof(text.c_str(), nullptr)) << text;
    EXPECT_EQ(parsed.length, text.size()) << text;
    EXPECT_EQ(std::signbit(parsed.value), text[0] == '-') << text;
}

TEST(ParseFloat, EqualsTheStandardLibraryOnRandomDecimals) {
    Random random(1, "decimals");
    for (int trial = 0; trial < 200'000; ++trial) {
        const auto whole = random.bits64() >> random.below(64);
        const auto fraction = random.bits64() >> random.below(64);
        std::string text = random.chance(0.3) ? "-" : "";
        switch (random.below(4)) {
            case 0:
                text += fmt::format("{}", whole % 1'000'000);
                break;
            case 1:
                text += fmt::format("{}.{}", whole % 1000, fraction % 100'000'000);
                break;
            case 2:
                text += fmt::format("{}.{:020}", whole, fraction);
                break;
            default:
                text += fmt::format(
                    "{}.{}e{}", whole % 10, fraction, static_cast<int>(random.below(60)) - 40);
        }
        if (std::isinf(std::strtof(text.c_str(), nullptr))) continue;
        expect_like_strtof(text);
    }
}

TEST(ParseFloat, EqualsTheStandardLibraryNearEveryHalfwayPoint) {
    Random random(2, "halfway");
    for (int trial = 0; trial < 100'000; ++trial) {
        const float low = std::bit_cast<float>(0x30000000U + random.bits32() % 0x20000000U);
        const double middle =
            (static_cast<double>(low) +
             static_cast<double>(std::nextafter(low, std::numeric_limits<float>::infinity()))) /
            2;
        for (const int digits : {8, 9, 12, 15, 17})
            expect_like_strtof(fmt::format("{:.{}g}", middle, digits));
    }
}

TEST(ParseFloat, TakesWhatPeopleWrite) {
    for (const char* text : {"0",
                             "-0",
                             "1",
                             "0.5",
                             ".5",
                             "5.",
                             "1e-3",
                             "1E+3",
                             "3e5",
                             "123456789012345678901234567890",
                             "0.00000000000000000000000000000000000000000001",
                             "340282346638528859811704183484516925440"}) {
        expect_like_strtof(text);
    }
    EXPECT_EQ(fast("+1.5").value, 1.5F);
    EXPECT_EQ(fast("1e-999").value, 0.0F);
}

TEST(ParseFloat, RefusesWhatIsNoNumber) {
    for (const char* text : {"", "-", "+", ".", "-.", "abc", "e5", "--1", "+-1", "++1", "NULL"}) {
        EXPECT_EQ(fast(text).status, NumberStatus::malformed) << text;
        EXPECT_EQ(fast(text).length, 0U) << text;
    }
    for (const char* text : {"nan", "NaN", "-nan", "inf", "-Infinity", "+inf"}) {
        EXPECT_EQ(fast(text).status, NumberStatus::not_finite) << text;
    }
    for (const char* text :
         {"1e999", "-1e999", "1e39", "999999999999999999999999999999999999999999"}) {
        EXPECT_EQ(fast(text).status, NumberStatus::too_large) << text;
    }
}

TEST(ParseFloat, StopsAtTheFirstForeignByte) {
    EXPECT_EQ(fast("1.5abc").length, 3U);
    EXPECT_EQ(fast("12:3").length, 2U);
    EXPECT_EQ(fast("1.2.3").length, 3U);
    EXPECT_EQ(fast("1ee5").length, 1U);
}

/// Parses a double inside a line; the bits of what strtod makes of the text, behind all of it.
void expect_like_strtod(const std::string& text) {
    const std::string line = text + " 7.25\n";
    const char* first = line.data();
    double value = -77.0;
    ASSERT_EQ(parse_fast(first, first + text.size(), value), NumberStatus::ok) << text;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(value),
              std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr)))
        << text;
    EXPECT_EQ(static_cast<std::size_t>(first - line.data()), text.size()) << text;
}

TEST(ParseDouble, EqualsTheStandardLibraryOnRandomDecimals) {
    Random random(4, "decimals");
    for (int trial = 0; trial < 300'000; ++trial) {
        const auto whole = random.bits64() >> random.below(64);
        std::string digits = std::to_string(random.bits64() >> random.below(64));
        if (random.chance(0.2)) digits.insert(0, random.below(24), '0');
        const std::string sign = random.chance(0.3) ? "-" : "";
        const std::size_t point = random.below(digits.size() + 1);
        expect_like_strtod(sign + digits);
        expect_like_strtod(sign + digits.substr(0, point) + "." + digits.substr(point));
        expect_like_strtod(fmt::format("{}{}.{}", sign, whole % 100, digits));
        expect_like_strtod(fmt::format("{}{}e{}", sign, digits, random.below(60)));
    }
}

TEST(ParseDouble, EqualsTheStandardLibraryWhereExactMantissasEnd) {
    constexpr std::uint64_t end = std::uint64_t{1} << 53U;
    for (std::uint64_t mantissa = end - 20; mantissa <= end + 20; ++mantissa) {
        const std::string digits = std::to_string(mantissa);
        for (std::size_t point = 0; point <= digits.size(); ++point)
            expect_like_strtod(digits.substr(0, point) + "." + digits.substr(point));
        for (const std::size_t zeros : {1U, 3U, 6U, 7U, 20U})
            expect_like_strtod("0." + std::string(zeros, '0') + digits);
    }
    expect_like_strtod("0.3");
    expect_like_strtod("0.30000000000000004");
    expect_like_strtod("-0");
    expect_like_strtod("5.");
    expect_like_strtod("18446744073709551617");  // 2^64 + 1
}

TEST(Shortest, ReadsBackAsTheSameFloat) {
    Random random(3, "floats");
    for (int trial = 0; trial < 100'000; ++trial) {
        const float value = std::bit_cast<float>(random.bits32());
        if (!std::isfinite(value)) continue;
        std::string text;
        append_shortest(text, value);
        EXPECT_EQ(text, shortest(value));
        EXPECT_EQ(std::bit_cast<std::uint32_t>(fast(text).value),
                  std::bit_cast<std::uint32_t>(value))
            << text;
    }
    EXPECT_EQ(shortest(0.1F), "0.1");
    EXPECT_EQ(shortest(3.0F), "3");
    EXPECT_EQ(shortest(-0.0F), "-0");
    EXPECT_EQ(shortest(0.1), "0.1");
}

TEST(NumberFrom, TakesTheWholeTextOrNothing) {
    EXPECT_EQ(number_from("2.5"), 2.5);
    EXPECT_EQ(number_from("2.5x"), std::nullopt);
    EXPECT_EQ(number_from(""), std::nullopt);
    EXPECT_EQ(number_from("nan"), std::nullopt);
    EXPECT_EQ(integer_from("-12"), -12);
    EXPECT_EQ(integer_from("12.0"), std::nullopt);
    EXPECT_EQ(integer_from("99999999999999999999"), std::nullopt);
}

}  // namespace
}  // namespace gradus
