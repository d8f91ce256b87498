#pragma once

#include <cstdint>
#include <initializer_list>

namespace gradus::report {

enum class Format : std::uint8_t { text, csv, json, markdown, latex, html };

/// The formats that show a part of a report: what people want to read is not always what programs
/// want to have.
class Formats {
  public:
    constexpr Formats(std::initializer_list<Format> formats) {
        for (const Format format : formats) bits_ |= bit(format);
    }
    constexpr bool has(Format format) const { return (bits_ & bit(format)) != 0; }
    constexpr Formats operator|(Formats other) const {
        other.bits_ |= bits_;
        return other;
    }

  private:
    static constexpr unsigned bit(Format format) { return 1U << static_cast<unsigned>(format); }
    unsigned bits_ = 0;
};

/// Pages, which have markup.
inline constexpr Formats pages{Format::markdown, Format::latex, Format::html};
inline constexpr Formats people = pages | Formats{Format::text};
inline constexpr Formats programs{Format::csv, Format::json};
inline constexpr Formats everyone = people | programs;

}  // namespace gradus::report
