#pragma once

#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include "gradus/evaluation/difference.hpp"

namespace gradus::cli {

/// A table of how each rule changes the means, then each rule in words with the queries that it
/// changes most. `means` are those of the first profile.
std::string difference_as_text(const Difference& difference,
                               std::span<const std::string> measures,
                               std::span<const double> means,
                               int digits);

nlohmann::ordered_json difference_as_json(const Difference& difference,
                                          std::span<const std::string> measures);

}  // namespace gradus::cli
