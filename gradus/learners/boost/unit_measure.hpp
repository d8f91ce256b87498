#pragma once

#include "gradus/measures/target.hpp"

namespace gradus::boosting {

/// Error where a value may lie outside of 0 to 1: weights of queries are made of them.
void require_unit_values(const Target& target);

}  // namespace gradus::boosting
