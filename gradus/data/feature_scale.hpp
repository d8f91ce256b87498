#pragma once

#include <cmath>

namespace gradus {

/// How the values of a feature are standardised.
struct FeatureScale {
    double mean = 0.0;
    double spread = 1.0;  ///< above 0

    /// (x − mean) / spread. A missing value counts as the mean.
    double standardised(float x) const {
        return std::isnan(x) ? 0.0 : (static_cast<double>(x) - mean) / spread;
    }
};

}  // namespace gradus
