#pragma once

#include "gradus/measures/named_measure.hpp"

namespace gradus::boosting {

/// Error where a value may lie outside of 0 to 1: weights of queries are made of them.
void require_unit_values(const NamedMeasure& target);

}  // namespace gradus::boosting
