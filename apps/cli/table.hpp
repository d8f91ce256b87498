#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gradus::cli {

/// Rows of text with their columns in line, two blanks between; the last column is not padded.
std::string aligned(const std::vector<std::vector<std::string>>& rows);

/// The same for a table of numbers: all columns but the first end in line.
std::string aligned_numbers(const std::vector<std::vector<std::string>>& rows);

/// A row of a Markdown table.
std::string markdown_row(const std::vector<std::string>& cells);

/// `a`, `b`, `c`
std::string markdown_code(const std::vector<std::string>& texts);

/// A field of a CSV line, in quotes where it must be.
std::string csv_field(std::string_view text);

/// Rows as lines of CSV.
std::string csv_lines(const std::vector<std::vector<std::string>>& rows);

}  // namespace gradus::cli
