#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "gradus/base/checksum.hpp"
#include "gradus/data/dataset.hpp"

namespace gradus {

template <class Values>
void add_values(ChecksumStream& stream, const Values& values) {
    stream.add(values.data(), values.size() * sizeof(*values.data()));
}

/// Everything of the data but its features.
inline void add_labels_and_queries(ChecksumStream& stream, const Dataset& data) {
    for (const LabelColumn& column : data.labels) {
        add_values(stream, column.name);
        add_values(stream, std::span<const float>(column.values));
    }
    add_values(stream, std::span<const float>(data.weights));
    add_values(stream, std::span<const std::size_t>(data.query_begins));
    for (std::size_t query = 0; query < data.queries(); ++query)
        add_values(stream, std::string_view(data.query_ids[query]));
}

}  // namespace gradus
