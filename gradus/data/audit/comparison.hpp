#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "gradus/data/dataset.hpp"

namespace gradus {

/// Which columns of two data sets are the same feature: by name, where that of a feature without
/// one is its number; by place where only one of the two has names (only_places_tell). A feature of
/// LETOR text that no document has is in neither.
struct ColumnMatch {
    bool by_name = false;
    std::vector<std::pair<std::size_t, std::size_t>> common{};  ///< rising in the first
    std::vector<std::size_t> only_first{};
    std::vector<std::size_t> only_second{};

    /// The second has the common columns in the same order.
    bool same_order() const;
};
ColumnMatch match_columns(const Dataset& first, const Dataset& second);

/// How far two columns of values lie apart: the two-sample statistic of Kolmogorov and Smirnov, the
/// largest difference between their cumulative shares, where a missing value counts as below all
/// others. 0 = the same shares, 1 = no value in common. Values in rising order, missing ones left
/// out; `rows` counts them too and is not 0.
double distribution_distance(std::span<const float> a,
                             std::size_t rows_of_a,
                             std::span<const float> b,
                             std::size_t rows_of_b);

struct FeatureShift {
    std::size_t first = 0;  ///< the column in the first data set
    std::size_t second = 0;
    double distance = 0.0;
};

/// The distance of each common column, in their order. The same for any number of threads.
std::vector<FeatureShift> feature_shifts(const Dataset& first,
                                         const Dataset& second,
                                         const ColumnMatch& columns,
                                         unsigned threads);

/// The distance from which a shift is worth a word: 0.1, or, where it is more, what happens by
/// chance in 1 of 100 samples of so many independent values, 1.63 sqrt(1/n + 1/m). Documents of a
/// query are alike, so that n and m are numbers of queries.
double notable_distance(std::size_t queries_of_first, std::size_t queries_of_second);

}  // namespace gradus
