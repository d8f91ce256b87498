#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "gradus/base/progress.hpp"
#include "gradus/data/dataset.hpp"
#include "gradus/measures/named_measure.hpp"

namespace gradus {

/// One feature by itself. What is over its values is NaN where all are missing.
struct FeatureRow {
    static constexpr double none = std::numeric_limits<double>::quiet_NaN();

    std::size_t missing = 0;
    std::size_t distinct = 0;  ///< values, -0 being 0
    double min = none;
    double max = none;
    double mean = none;
    double deviation = none;  ///< standard deviation, dividing by the number of values
    double high_first = 0.0;  ///< a measure's mean where the largest values rank first
    double low_first = 0.0;   ///< and where the smallest do

    double best() const { return low_first > high_first ? low_first : high_first; }
};

struct FeatureTable {
    std::vector<FeatureRow> rows{};  ///< by feature
    double any_order = 0.0;          ///< the measure where all orders are equally likely
    std::size_t undefined = 0;       ///< queries whose value is undefined; it counts 0
};

struct FeatureTableOptions {
    std::uint64_t seed = 1;  ///< for measures without a closed form over ties
    unsigned threads = 1;
    Progress& progress = silent_progress();
};

/// Each feature's values, and how well it ranks alone: each query by the feature, missing values
/// last, the mean over all orders of equal values, so that the order of the file says nothing. A
/// document whose grade is missing counts as grade 0. Sorts each query once for each feature. The
/// same for any number of threads.
FeatureTable feature_table(const Dataset& data,
                           const NamedMeasure& measure,
                           const FeatureTableOptions& options);

}  // namespace gradus
