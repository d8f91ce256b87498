#include "gradus/data/sorted_columns.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "gradus/base/parallel.hpp"
#include "gradus/data/float_key.hpp"

namespace gradus {
namespace {

/// Features gathered at a time: half a cache line of a row.
constexpr std::size_t group = 8;

/// Radix sort, three rounds of 11 bits; a round in which all keys agree is skipped.
void sort_keys(std::vector<std::uint32_t>& keys, std::vector<std::uint32_t>& other) {
    constexpr std::size_t rounds = 3;
    constexpr std::size_t buckets = 2048;
    const auto digit = [](std::uint32_t key, std::size_t round) {
        return (key >> (11 * round)) & (buckets - 1);
    };
    std::array<std::array<std::uint32_t, buckets>, rounds> begins{};
    for (const std::uint32_t key : keys) {
        for (std::size_t round = 0; round < rounds; ++round) ++begins[round][digit(key, round)];
    }
    other.resize(keys.size());
    for (std::size_t round = 0; round < rounds; ++round) {
        if (std::ranges::find(begins[round], keys.size()) != begins[round].end()) continue;
        std::uint32_t begin = 0;
        for (std::uint32_t& bucket : begins[round]) {
            begin += std::exchange(bucket, begin);
        }
        for (const std::uint32_t key : keys) other[begins[round][digit(key, round)]++] = key;
        keys.swap(other);
    }
}

}  // namespace

void for_each_sorted_column(const FeatureMatrix& features,
                            std::span<const std::size_t> documents,
                            unsigned threads,
                            const std::function<void(std::size_t, std::span<const float>)>& visit) {
    parallel_for(features.columns(), group, threads, [&](std::size_t begin, std::size_t end) {
        // Zeros, often half of all, are counted and not sorted.
        std::array<std::vector<std::uint32_t>, group> keys;
        std::array<std::size_t, group> zeros{};
        for (auto& column : keys) column.reserve(documents.size());
        for (const std::size_t document : documents) {
            const std::span<const float> row = features.row(document);
            for (std::size_t j = begin; j < end; ++j) {
                if (row[j] == 0.0F) {
                    ++zeros[j - begin];
                } else if (!std::isnan(row[j])) {
                    keys[j - begin].push_back(float_key(row[j]));
                }
            }
        }
        std::vector<std::uint32_t> other;
        std::vector<float> values;
        for (std::size_t j = begin; j < end; ++j) {
            std::vector<std::uint32_t>& column = keys[j - begin];
            sort_keys(column, other);
            values.resize(column.size());
            std::ranges::transform(column, values.begin(), float_of_key);
            values.insert(std::ranges::lower_bound(values, 0.0F), zeros[j - begin], 0.0F);
            visit(j, values);
        }
    });
}

std::vector<float> sorted_column(const FeatureMatrix& features, std::size_t feature) {
    std::vector<std::uint32_t> keys;
    std::vector<std::uint32_t> other;
    keys.reserve(features.rows());
    for (std::size_t i = 0; i < features.rows(); ++i) {
        const float value = features.row(i)[feature];
        if (!std::isnan(value)) keys.push_back(float_key(value + 0.0F));  // -0 is 0
    }
    sort_keys(keys, other);
    std::vector<float> values(keys.size());
    std::ranges::transform(keys, values.begin(), float_of_key);
    return values;
}

}  // namespace gradus
