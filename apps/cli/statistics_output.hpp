#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "gradus/data/statistics.hpp"

namespace gradus::cli {

/// What there is to know of one data set: for people, with long lists cut, and for programs.
std::string statistics_text(const Dataset& data, const Statistics& statistics);
nlohmann::ordered_json statistics_json(const Dataset& data, const Statistics& statistics);

/// JSON as it is printed. An id that is not UTF-8 must not end the command.
std::string json_text(const nlohmann::ordered_json& json);

}  // namespace gradus::cli
