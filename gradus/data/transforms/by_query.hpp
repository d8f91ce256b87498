#pragma once

#include <cstddef>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "gradus/base/parallel.hpp"
#include "gradus/data/dataset.hpp"

namespace gradus {

/// Calls change(values) with the values of one feature for the documents of one query, for all
/// features and queries, and keeps what it makes of them. How often counts(old value, new value)
/// holds.
template <class Change, class Counts>
std::size_t change_by_query(Dataset& data, unsigned threads, Change change, Counts counts) {
    const std::size_t columns = data.features.columns();
    // The old matrix may be a mapped file, which cannot be written.
    FeatureMatrix result(data.documents(), columns);
    std::vector<std::size_t> counted(data.queries());
    parallel_for(data.queries(), 1, threads, [&](std::size_t query, std::size_t) {
        const std::size_t begin = data.query_begins[query];
        const std::size_t size = data.query_size(query);
        const std::span<const float> rows = data.features.rows(begin, begin + size);
        std::vector<double> values(size);
        for (std::size_t j = 0; j < columns; ++j) {
            for (std::size_t i = 0; i < size; ++i) values[i] = rows[i * columns + j];
            change(std::span<double>(values));
            for (std::size_t i = 0; i < size; ++i) {
                const auto now = static_cast<float>(values[i]);
                if (counts(rows[i * columns + j], now)) ++counted[query];
                result.mutable_row(begin + i)[j] = now;
            }
        }
    });
    data.features = std::move(result);
    return std::accumulate(counted.begin(), counted.end(), std::size_t{0});
}

}  // namespace gradus
