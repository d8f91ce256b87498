#include "gradus/report/display_width.hpp"

#include <algorithm>

#include "gradus/base/utf8.hpp"

namespace gradus::report {
namespace {

struct Range {
    char32_t first;
    char32_t last;
};

/// Set onto the character before, or not seen at all (Unicode 15, general category Mn and Cf; those
/// of scripts that a terminal composes are left out).
constexpr Range without_width[] = {{0x0300, 0x036F},
                                   {0x0483, 0x0489},
                                   {0x0591, 0x05BD},
                                   {0x0610, 0x061A},
                                   {0x064B, 0x065F},
                                   {0x200B, 0x200F},
                                   {0x202A, 0x202E},
                                   {0x2060, 0x2064},
                                   {0x20D0, 0x20F0},
                                   {0xFE00, 0xFE0F},
                                   {0xFE20, 0xFE2F},
                                   {0xFEFF, 0xFEFF},
                                   {0xE0100, 0xE01EF}};

/// East_Asian_Width W and F (Unicode 15, UAX 11), neighbours taken together.
constexpr Range wide[] = {{0x1100, 0x115F},
                          {0x2E80, 0x303E},
                          {0x3041, 0x33FF},
                          {0x3400, 0x4DBF},
                          {0x4E00, 0x9FFF},
                          {0xA000, 0xA4CF},
                          {0xA960, 0xA97F},
                          {0xAC00, 0xD7A3},
                          {0xF900, 0xFAFF},
                          {0xFE30, 0xFE6F},
                          {0xFF00, 0xFF60},
                          {0xFFE0, 0xFFE6},
                          {0x1F300, 0x1F64F},
                          {0x1F680, 0x1F6FF},
                          {0x1F900, 0x1F9FF},
                          {0x20000, 0x3FFFD}};

bool is_in(const auto& ranges, char32_t character) {
    return std::ranges::any_of(ranges, [&](const Range& range) {
        return character >= range.first && character <= range.last;
    });
}

}  // namespace

std::size_t display_width(std::string_view text) {
    if (std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
        return text.size();
    const std::string safe = as_utf8(text);
    std::size_t width = 0;
    for (std::size_t i = 0; i < safe.size();) {
        const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(safe[i + k]); };
        const std::size_t length = byte(0) < 0x80 ? 1 : byte(0) < 0xE0 ? 2 : byte(0) < 0xF0 ? 3 : 4;
        char32_t character = length == 1 ? byte(0) : byte(0) & (0x7FU >> length);
        for (std::size_t k = 1; k < length; ++k) character = (character << 6U) | (byte(k) & 0x3FU);
        i += length;
        if (!is_in(without_width, character)) width += is_in(wide, character) ? 2 : 1;
    }
    return width;
}

}  // namespace gradus::report
