#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace gradus::cli {

/// The value of a measure with so many digits behind the point; `undefined` stands for NaN.
std::string value_text(double value, int digits, std::string_view undefined);

/// The value with all digits; null for NaN.
nlohmann::ordered_json json_number(double value);

}  // namespace gradus::cli
