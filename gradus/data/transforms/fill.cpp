#include "gradus/data/transforms/fill.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "gradus/base/text_number.hpp"
#include "gradus/data/transforms/by_query.hpp"

namespace gradus {
namespace {

/// Of values in rising order, at least one. Halves, as the sum of two may exceed the type.
double median_of(std::span<const double> sorted) {
    const std::size_t middle = sorted.size() / 2;
    if (sorted.size() % 2 == 1) return sorted[middle];
    return 0.5 * sorted[middle - 1] + 0.5 * sorted[middle];
}

double value_to_fill(const Fill& fill, std::vector<double>& present) {
    if (fill.by == Fill::By::number || present.empty()) return fill.number;
    switch (fill.by) {
        case Fill::By::least:
            return std::ranges::min(present);
        case Fill::By::mean:
            return std::accumulate(present.begin(), present.end(), 0.0) /
                   static_cast<double>(present.size());
        default:
            std::ranges::sort(present);
            return median_of(present);
    }
}

}  // namespace

std::optional<Fill> fill_from(std::string_view text) {
    if (text == "least") return Fill{.by = Fill::By::least};
    if (text == "mean") return Fill{.by = Fill::By::mean};
    if (text == "median") return Fill{.by = Fill::By::median};
    if (text == "zero") return Fill{};
    const std::optional<double> number = number_from(text);
    if (!number || std::abs(*number) > static_cast<double>(std::numeric_limits<float>::max()))
        return std::nullopt;
    return Fill{.by = Fill::By::number, .number = *number};
}

std::size_t fill_missing(const Fill& fill, std::span<double> values) {
    std::vector<double> present;
    for (const double value : values) {
        if (!std::isnan(value)) present.push_back(value);
    }
    if (present.size() == values.size()) return 0;
    const std::size_t missing = values.size() - present.size();
    const double filled = value_to_fill(fill, present);
    for (double& value : values) {
        if (std::isnan(value)) value = filled;
    }
    return missing;
}

std::size_t fill_missing(Dataset& data, const Fill& fill, unsigned threads) {
    return change_by_query(
        data,
        threads,
        [&](std::span<double> values) { fill_missing(fill, values); },
        [](float old, float) { return std::isnan(old); });
}

}  // namespace gradus
