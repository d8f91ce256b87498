#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

#include "gradus/measures/measure.hpp"

namespace gradus::testing {

/// The mean of a measure over every order that the scores allow, by trying all orders.
inline double mean_over_orders(const Measure& measure,
                               std::span<const double> grades,
                               std::span<const double> scores,
                               double highest) {
    std::vector<double> ideal(grades.begin(), grades.end());
    std::ranges::sort(ideal, std::greater());
    std::vector<std::size_t> order(grades.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    double sum = 0.0;
    double count = 0.0;
    do {
        if (!std::ranges::is_sorted(
                order, std::greater(), [&](std::size_t i) { return scores[i]; }))
            continue;
        std::vector<double> ranked;
        for (const std::size_t i : order) ranked.push_back(grades[i]);
        sum += measure.score({ranked, ideal, highest});
        count += 1.0;
    } while (std::ranges::next_permutation(order).found);
    return sum / count;
}

}  // namespace gradus::testing
