#pragma once

#include <vector>

#include "gradus/base/error.hpp"
#include "gradus/base/params.hpp"
#include "gradus/measures/additive/gain.hpp"

namespace gradus {

/// The values of the parameter `gain` of DCG and NDCG.
enum class GradedGain : unsigned char { exp, linear };

/// The gain that the parameters `gain`, `gains` (a table by grade) and `scale` describe together.
/// An Error for a table that does not rise from 0, and where one parameter makes another void.
Gain graded_gain(GradedGain gain,
                 const std::vector<double>& gains,
                 double scale,
                 bool relative,
                 const Spec& spec,
                 const Where& where);

}  // namespace gradus
