#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gradus/base/params.hpp"

namespace gradus::cli {

/// The parameters of a measure or learner as an aligned table, two blanks in. `unset` is what
/// an empty default means.
std::string parameters_as_text(const std::vector<ParamInfo>& params, std::string_view unset);

/// The same as a table in Markdown, with an empty line behind it; "" without parameters.
std::string parameters_as_markdown(const std::vector<ParamInfo>& params, std::string_view unset);

}  // namespace gradus::cli
