#pragma once

#include <string>
#include <string_view>

namespace gradus {

/// Appends a field of separated values (RFC 4180), in quotes where the text needs them: where it
/// holds the separator, a quote or a line end, or begins or ends with a blank, which readers skip.
void append_csv_field(std::string& out, std::string_view text, char separator = ',');

}  // namespace gradus
