#pragma once

#include <span>
#include <vector>

#include "gradus/data/dataset.hpp"
#include "gradus/measures/measure.hpp"

namespace gradus {

/// A measure's values over the queries of a data set.
struct QueryValues {
    std::vector<double> values;  ///< by query; NaN = undefined
    std::size_t undefined = 0;
    double mean = 0.0;  ///< undefined values count 0
};

/// Ranks each query by the scores (one a document; equal scores keep the order of the data) and
/// measures it. A document whose grade is missing counts as grade 0.
QueryValues evaluate(const Dataset& data,
                     const LabelColumn& labels,
                     std::span<const float> scores,
                     const Measure& measure,
                     unsigned threads);

}  // namespace gradus
