#pragma once

#include <string_view>

namespace gradus::cli {

/// Where standard input, output or error is closed, the next file that is opened would get its
/// number, and what is printed would end up in that file. This opens something in their place that
/// can neither be read nor written.
void hold_standard_streams();

/// Prints on stderr. Where that cannot be written there is nobody left to tell.
void complain(std::string_view text);

}  // namespace gradus::cli
