#pragma once

#include <string>

#include "gradus/measures/named_measure.hpp"

namespace gradus {

/// Error: the measure lacks what an objective asks for. Names the measures that have it.
[[noreturn]] void refuse_measure(const NamedMeasure& target,
                                 const std::string& lack,
                                 bool (*has_ability)(const Measure&));

}  // namespace gradus
