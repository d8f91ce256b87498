#pragma once

#include <string>
#include <vector>

#include "gradus/data/dataset.hpp"

namespace gradus::gbdt {

/// "+3,-length" as a direction for each feature: 1, -1, or 0 = any. Empty where the text is.
std::vector<int> directions_from(const std::string& text, const Dataset& data);

}  // namespace gradus::gbdt
