#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

#include "gradus/data/dataset.hpp"
#include "gradus/measures/measure.hpp"
#include "gradus/rank/ranking.hpp"

namespace gradus::testing {

/// A direction of the plane of two features, from where on a measure has another value.
using AngleAndRise = std::pair<double, double>;

/// One query's measure around the circle: its value in front of the first angle, and all changes.
/// The order of its documents changes only at angles where two of them score the same; between two
/// such angles the middle stands for all.
inline double rises_around(const Dataset& data,
                           std::size_t query,
                           const Measure& measure,
                           double highest,
                           std::vector<AngleAndRise>& rises) {
    constexpr double circle = 2.0 * std::numbers::pi;
    const std::size_t first = data.query_begins[query];
    const std::size_t size = data.query_size(query);
    const auto x = [&](std::size_t i, std::size_t j) {
        return static_cast<double>(data.features.row(first + i)[j]);
    };
    std::vector<double> ideal;
    for (const float grade : data.labels_of(data.labels.front(), query))
        ideal.push_back(static_cast<double>(grade));
    std::ranges::sort(ideal, std::greater());
    std::vector<double> angles = {0.0};
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t k = i + 1; k < size; ++k) {
            const double d0 = x(i, 0) - x(k, 0);
            const double d1 = x(i, 1) - x(k, 1);
            if (d0 == 0.0 && d1 == 0.0) continue;
            const double angle = std::atan2(-d0, d1);
            for (const double turned : {angle, angle + std::numbers::pi})
                angles.push_back(turned < 0.0 ? turned + circle : std::fmod(turned, circle));
        }
    }
    std::ranges::sort(angles);
    std::vector<double> scores(size);
    std::vector<std::uint32_t> order(size);
    const auto value_at = [&](double angle) {
        for (std::size_t i = 0; i < size; ++i)
            scores[i] = std::cos(angle) * x(i, 0) + std::sin(angle) * x(i, 1);
        rank_by_score(scores, order);
        std::vector<double> grades;
        for (const std::uint32_t i : order)
            grades.push_back(static_cast<double>(data.grades()[first + i]));
        const double value =
            measure.score({.grades = grades, .ideal = ideal, .highest = highest, .judged = {}});
        return std::isnan(value) ? 0.0 : value;
    };
    const double start = value_at(0.5 * (angles.back() + circle));
    double now = start;
    for (std::size_t a = 0; a < angles.size(); ++a) {
        const double next = a + 1 < angles.size() ? angles[a + 1] : circle;
        if (next - angles[a] < 1e-11) continue;  // the same angle, but for rounding
        const double value = value_at(0.5 * (angles[a] + next));
        if (value != now) rises.emplace_back(angles[a], value - now);
        now = value;
    }
    return start;
}

/// The highest mean over queries of a measure of the grades that a linear model of two features can
/// reach, by trying all directions (Yilmaz & Robertson 2010, section 5.1, "brute force search").
/// Intervals of angles up to `narrow` wide are left out.
inline double best_of_all_directions(const Dataset& data, const Measure& measure, double narrow) {
    std::vector<AngleAndRise> rises;
    double value = 0.0;
    double highest = 0.0;
    for (const float grade : data.grades()) highest = std::max(highest, static_cast<double>(grade));
    for (std::size_t query = 0; query < data.queries(); ++query)
        value += rises_around(data, query, measure, highest, rises);
    std::ranges::sort(rises);
    double best = value;
    for (std::size_t i = 0; i < rises.size(); ++i) {
        value += rises[i].second;
        const double next = i + 1 < rises.size() ? rises[i + 1].first : 2.0 * std::numbers::pi;
        if (next - rises[i].first > narrow) best = std::max(best, value);
    }
    return best / static_cast<double>(data.queries());
}

}  // namespace gradus::testing
