#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gradus/models/tree.hpp"

namespace gradus {

/// What trees made of a feature in training.
struct FeatureUse {
    double gain = 0.0;  ///< of all its splits
    std::size_t splits = 0;
};
/// By feature.
std::vector<FeatureUse> feature_use(std::span<const Tree> trees, std::size_t features);

/// The features that are used, the largest gain first.
std::vector<std::size_t> by_gain(std::span<const FeatureUse> uses);

}  // namespace gradus
