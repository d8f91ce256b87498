#pragma once

#include <string>
#include <string_view>

namespace gradus {

/// The text with its control bytes shown as \xNN, so that it changes no terminal and no line.
std::string printable(std::string_view text);

}  // namespace gradus
