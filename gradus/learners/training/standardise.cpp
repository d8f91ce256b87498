#include "gradus/learners/training/standardise.hpp"

#include <cmath>

namespace gradus {

std::vector<FeatureScale> feature_scales(const Dataset& data) {
    const std::size_t features = data.features.columns();
    std::vector<FeatureScale> all(features);
    std::vector<double> counts(features);
    std::vector<double> squares(features);
    for (std::size_t i = 0; i < data.documents(); ++i) {
        const auto row = data.features.row(i);
        for (std::size_t j = 0; j < features; ++j) {
            if (std::isnan(row[j])) continue;
            const auto value = static_cast<double>(row[j]);
            counts[j] += 1.0;
            const double before = value - all[j].mean;
            all[j].mean += before / counts[j];
            squares[j] += before * (value - all[j].mean);  // Welford 1962
        }
    }
    for (std::size_t j = 0; j < features; ++j)
        if (squares[j] > 0.0) all[j].spread = std::sqrt(squares[j] / counts[j]);
    return all;
}

}  // namespace gradus
