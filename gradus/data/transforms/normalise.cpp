#include "gradus/data/transforms/normalise.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "gradus/data/transforms/by_query.hpp"

namespace gradus {
namespace {

struct Range {
    double min = std::numeric_limits<double>::infinity();
    double max = -std::numeric_limits<double>::infinity();
};

Range range_of(std::span<const double> values) {
    Range range;
    for (const double value : values) {
        if (std::isnan(value)) continue;
        range.min = std::min(range.min, value);
        range.max = std::max(range.max, value);
    }
    return range;
}

void replace_all(std::span<double> values, double by) {
    for (double& value : values) {
        if (!std::isnan(value)) value = by;
    }
}

}  // namespace

void minmax(std::span<double> values, double if_constant) {
    const auto [min, max] = range_of(values);
    if (min == max) return replace_all(values, if_constant);
    // Halves, as max - min of large doubles may exceed the type. Halving is exact but for
    // subnormal numbers, where the difference cannot exceed it.
    const double scale = std::isinf(max - min) ? 0.5 : 1.0;
    const double width = scale * max - scale * min;
    for (double& value : values) value = (scale * value - scale * min) / width;
}

void percentile(std::span<double> values) {
    std::vector<double> sorted;
    for (const double value : values) {
        if (!std::isnan(value)) sorted.push_back(value);
    }
    std::ranges::sort(sorted);
    for (double& value : values) {
        if (std::isnan(value)) continue;
        const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), value);
        const auto below = static_cast<double>(first - sorted.begin());
        value =
            (below + 0.5 * static_cast<double>(last - first)) / static_cast<double>(sorted.size());
    }
}

void zscore(std::span<double> values) {
    const auto [min, max] = range_of(values);
    if (min == max) return replace_all(values, 0.0);
    double count = 0.0;
    double sum = 0.0;
    for (const double value : values) {
        if (std::isnan(value)) continue;
        count += 1.0;
        sum += value;
    }
    const double mean = sum / count;
    double squares = 0.0;
    for (const double value : values) {
        if (!std::isnan(value)) squares += (value - mean) * (value - mean);
    }
    const double deviation = std::sqrt(squares / count);
    if (deviation == 0.0) return replace_all(values, 0.0);  // the squares were too small to count
    for (double& value : values) value = (value - mean) / deviation;
}

void log1p_signed(std::span<double> values) {
    for (double& value : values) value = std::copysign(std::log1p(std::abs(value)), value);
}

void normalise(Normalisation method, std::span<double> values) {
    switch (method) {
        case Normalisation::minmax:
            return minmax(values);
        case Normalisation::letor:
            return minmax(values, 0.0);
        case Normalisation::percentile:
            return percentile(values);
        case Normalisation::zscore:
            return zscore(values);
        case Normalisation::log1p:
            return log1p_signed(values);
    }
}

std::size_t normalise(Dataset& data, Normalisation method, unsigned threads) {
    return change_by_query(
        data,
        threads,
        [&](std::span<double> values) { normalise(method, values); },
        [](float old, float now) { return now != old && !std::isnan(old); });
}

}  // namespace gradus
