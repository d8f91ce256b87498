#pragma once

#include <string>
#include <string_view>

namespace gradus {

bool is_utf8(std::string_view text);

/// Text that may be anything, as UTF-8, which JSON must be: each byte that is not part of UTF-8
/// becomes U+FFFD.
std::string as_utf8(std::string_view text);

/// The same without loss: text that is not UTF-8 is taken as Latin-1, so that different texts stay
/// different, unless one is UTF-8 and the other its Latin-1 reading.
std::string utf8_or_latin1(std::string_view text);

}  // namespace gradus
