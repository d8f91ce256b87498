#pragma once

#include <vector>

#include "gradus/data/dataset.hpp"
#include "gradus/data/feature_scale.hpp"

namespace gradus {

/// Mean and standard deviation of each feature over the documents that have it; a spread of 1 where
/// all values are equal.
std::vector<FeatureScale> feature_scales(const Dataset& data);

}  // namespace gradus
