#pragma once

#include <vector>

#include "gradus/data/dataset.hpp"

namespace gradus {

/// What a feature's values are moved and divided by.
struct FeatureScale {
    double mean = 0.0;
    double spread = 1.0;
};

/// Mean and standard deviation of each feature over the documents that have it; a spread of 1 where
/// all values are equal.
std::vector<FeatureScale> feature_scales(const Dataset& data);

}  // namespace gradus
