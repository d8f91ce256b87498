#pragma once

#include <string>
#include <vector>

namespace gradus::cli {

/// Rows of text with their columns in line, two blanks between; the last column is not padded.
std::string aligned(const std::vector<std::vector<std::string>>& rows);

}  // namespace gradus::cli
