#pragma once

#include <string>
#include <vector>

#include "gradus/measures/named_measure.hpp"

namespace gradus::testing {

inline std::vector<NamedMeasure> targets_of(const std::vector<std::string>& texts) {
    std::vector<NamedMeasure> targets;
    targets.reserve(texts.size());
    for (const std::string& text : texts) targets.push_back(named_measure(text));
    return targets;
}

}  // namespace gradus::testing
