#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gradus/report/table.hpp"

namespace gradus::cli {

/// The words of a text that blanks separate, as entries of catalogues have them.
std::vector<std::string> words(std::string_view text);

/// `a`, `b`, `c`: appended to a line.
void append_codes(std::vector<report::Span>& line, const std::vector<std::string>& words);

/// "For example `a`, `b`.", for pages.
report::Note examples_note(std::string_view examples);

/// Whether an entry has a trait: "yes" or "-" for people.
report::Cell yes_cell(bool has);

}  // namespace gradus::cli
