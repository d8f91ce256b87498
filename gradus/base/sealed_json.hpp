#pragma once

#include <string>
#include <string_view>

namespace gradus {

/// Whether a text still is what was sealed.
enum class Seal : unsigned char { none, whole, broken };

/// JSON that begins with "{\n", with a first line that holds the checksum of the rest: a flipped
/// bit is noticed, and whoever changes the file on purpose deletes that line.
std::string sealed_json(const std::string& text);
Seal seal_of(std::string_view text);

}  // namespace gradus
