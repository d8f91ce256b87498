#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace gradus {
namespace detail {

/// Both halves of a 128-bit product, folded: every bit of the result depends on all of both.
inline std::uint64_t folded_product(std::uint64_t a, std::uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

template <class Word>
std::uint64_t word_at(const char* p) {
    Word word = 0;
    std::memcpy(&word, p, sizeof word);
    return word;
}

}  // namespace detail

/// A hash for tables in memory, inlined for short texts such as ids. Never written to a file: it
/// differs between machines.
inline std::uint64_t text_hash(std::string_view text) {
    constexpr std::uint64_t odd_1 = 0x9E3779B97F4A7C15U;  // 2^64 over the golden ratio
    constexpr std::uint64_t odd_2 = 0xB7E151628AED2A6BU;  // the digits of e
    const char* p = text.data();
    std::size_t rest = text.size();
    std::uint64_t hash = rest * odd_1;
    for (; rest > 16; p += 16, rest -= 16) {
        hash = detail::folded_product(detail::word_at<std::uint64_t>(p) ^ odd_1,
                                      detail::word_at<std::uint64_t>(p + 8) ^ hash);
    }
    // The last 16 bytes at most, by two words that may overlap.
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    if (rest >= 8) {
        low = detail::word_at<std::uint64_t>(p);
        high = detail::word_at<std::uint64_t>(p + rest - 8);
    } else if (rest >= 4) {
        low = detail::word_at<std::uint32_t>(p);
        high = detail::word_at<std::uint32_t>(p + rest - 4);
    } else if (rest > 0) {
        low = detail::word_at<std::uint8_t>(p) | detail::word_at<std::uint8_t>(p + rest / 2) << 8U;
        high = detail::word_at<std::uint8_t>(p + rest - 1);
    }
    return detail::folded_product(low ^ odd_2, detail::folded_product(high ^ odd_1, hash ^ odd_2));
}

}  // namespace gradus
