#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "gradus/data/feature_matrix.hpp"

namespace gradus {

/// Calls visit(feature, values) once for every feature, with its values in the given documents in
/// rising order: missing values are left out and -0 is 0. In parallel over the features.
void for_each_sorted_column(
    const FeatureMatrix& features,
    std::span<const std::size_t> documents,
    unsigned threads,
    const std::function<void(std::size_t feature, std::span<const float> values)>& visit);

/// The values of one feature in all documents, likewise.
std::vector<float> sorted_column(const FeatureMatrix& features, std::size_t feature);

}  // namespace gradus
