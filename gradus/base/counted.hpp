#pragma once

#include <cstddef>
#include <string>

namespace gradus {

/// A number with its noun, for messages: "1 value", "2 values".
inline std::string counted(std::size_t count, const std::string& noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

/// "there is 1 value", "there are 2 values".
inline std::string there_are(std::size_t count, const std::string& noun) {
    return (count == 1 ? "there is " : "there are ") + counted(count, noun);
}

}  // namespace gradus
