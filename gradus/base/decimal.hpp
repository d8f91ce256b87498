#pragma once

#include "gradus/base/text_number.hpp"

namespace gradus {

/// A float as people write it: 0.011, where a plain conversion gives 0.010999999940395355.
inline double decimal(float value) {
    return number_from(shortest(value)).value_or(static_cast<double>(value));
}

}  // namespace gradus
