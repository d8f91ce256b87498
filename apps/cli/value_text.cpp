#include "apps/cli/value_text.hpp"

#include <cmath>

#include <fmt/format.h>

namespace gradus::cli {

std::string value_text(double value, int digits, std::string_view undefined) {
    return std::isnan(value) ? std::string(undefined) : fmt::format("{:.{}f}", value, digits);
}

nlohmann::ordered_json json_number(double value) {
    return std::isnan(value) ? nlohmann::ordered_json() : nlohmann::ordered_json(value);
}

}  // namespace gradus::cli
