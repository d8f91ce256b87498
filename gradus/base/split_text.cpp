#include "gradus/base/split_text.hpp"

#include <algorithm>
#include <cstddef>

namespace gradus {

std::vector<std::string_view> split_text(std::string_view text, std::string_view separators) {
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

}  // namespace gradus
