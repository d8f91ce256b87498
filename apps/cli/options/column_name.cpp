#include "apps/cli/options/column_name.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "gradus/base/error.hpp"

namespace gradus::cli {

void check_new_column(const std::string& option, const std::string& name) {
    constexpr std::array<std::string_view, 8> taken = {
        "grade", "query", "weight", "position", "gz", "zst", "gradus", ""};
    const bool plain = std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-';
    });
    if (!plain || std::ranges::find(taken, name) != taken.end()) {
        throw Error(Where::typed("option " + option),
                    fmt::format("'{}' cannot name a label column", excerpt(name)),
                    "use letters, digits, _ and -, such as top10");
    }
}

}  // namespace gradus::cli
