#pragma once

#include <string_view>
#include <vector>

namespace gradus {

/// The parts of the text between separators, each of which is one of these characters. Parts may be
/// empty; of an empty text there is one.
std::vector<std::string_view> split_text(std::string_view text, std::string_view separators);

}  // namespace gradus
