#pragma once

#include <cstddef>
#include <string_view>

namespace gradus::report {

/// How many places a text takes on a terminal: two for the wide characters of East Asia and for
/// pictures, none for accents that are set onto the character before. Bytes that are not UTF-8 take
/// one each.
std::size_t display_width(std::string_view text);

}  // namespace gradus::report
