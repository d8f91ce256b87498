#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "gradus/data/dataset.hpp"

namespace gradus {

/// How the values of a feature are brought to one scale.
enum class Normalisation : std::uint8_t {
    minmax,      ///< within the query: (x - min) / (max - min), 1/2 where max = min
    letor,       ///< as LETOR's QueryLevelNorm: the same, but 0 where max = min
    percentile,  ///< within the query: share of values below, equal ones counting half
    zscore,      ///< within the query: (x - mean) / standard deviation, 0 where that is 0
    log1p        ///< each value by itself: sign(x) log(1 + |x|)
};

// The values of one feature (or retrieval function) for one query, replaced in place. NaN is a
// missing value: it stays NaN and counts nowhere.

/// (x - min) / (max - min); `if_constant` where all values are equal.
void minmax(std::span<double> values, double if_constant = 0.5);
/// (#{values below x} + 1/2 #{values equal to x, itself among them}) / n.
void percentile(std::span<double> values);
/// (x - mean) / sqrt(sum (x - mean)^2 / n); 0 where all values are equal.
void zscore(std::span<double> values);
/// sign(x) log(1 + |x|).
void log1p_signed(std::span<double> values);

void normalise(Normalisation method, std::span<double> values);

/// Normalises every feature of every query. Computed in double, stored as float. Returns how many
/// values changed.
std::size_t normalise(Dataset& data, Normalisation method, unsigned threads);

}  // namespace gradus
