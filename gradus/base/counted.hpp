#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "gradus/base/progress.hpp"

namespace gradus {

/// A noun as it stands behind a count: "value", "values"; "query", "queries".
inline std::string noun_for(std::size_t count, std::string_view noun) {
    constexpr std::string_view vowels = "aeiou";
    if (count == 1) return std::string(noun);
    const bool becomes_ies = noun.size() > 1 && noun.back() == 'y' &&
                             vowels.find(noun[noun.size() - 2]) == std::string_view::npos;
    if (becomes_ies) return std::string(noun.substr(0, noun.size() - 1)) + "ies";
    return std::string(noun) + "s";
}

/// A number with its noun, for messages: "1 value", "2 values".
inline std::string counted(std::size_t count, std::string_view noun) {
    return std::to_string(count) + " " + noun_for(count, noun);
}

/// The same with commas, for what may be large: "1 query", "12,345 queries".
inline std::string human_counted(std::size_t count, std::string_view noun) {
    return human_count(count) + " " + noun_for(count, noun);
}

/// "there is 1 value", "there are 2 values".
inline std::string there_are(std::size_t count, std::string_view noun) {
    return (count == 1 ? "there is " : "there are ") + counted(count, noun);
}

}  // namespace gradus
