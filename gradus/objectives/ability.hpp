#pragma once

#include <string>

#include "gradus/measures/target.hpp"

namespace gradus {

/// Error: the measure lacks what an objective asks for. Names the measures that have it.
[[noreturn]] void refuse_measure(const Target& target,
                                 const std::string& lack,
                                 bool (*has_ability)(const Measure&));

}  // namespace gradus
