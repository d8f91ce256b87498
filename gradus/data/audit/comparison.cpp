#include "gradus/data/audit/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "gradus/base/parallel.hpp"
#include "gradus/data/feature_names.hpp"
#include "gradus/data/sorted_columns.hpp"

namespace gradus {

bool ColumnMatch::same_order() const {
    return std::ranges::is_sorted(common, {}, [](const auto& pair) { return pair.second; });
}

ColumnMatch match_columns(const Dataset& first, const Dataset& second) {
    const std::vector<std::string> names = names_of_features(first);
    const std::vector<std::string> others = names_of_features(second);
    const bool numbered = are_numbered(names) && are_numbered(others);
    ColumnMatch match{.by_name = !numbered && !only_places_tell(names, others)};
    std::unordered_map<std::string_view, std::size_t> places;
    for (std::size_t j = 0; j < others.size(); ++j) places.emplace(others[j], j);
    std::vector<bool> found(others.size());
    for (std::size_t j = 0; j < names.size(); ++j) {
        std::size_t place = std::min(j, others.size());
        if (match.by_name) {
            const auto named = places.find(names[j]);
            place = named == places.end() ? others.size() : named->second;
        }
        if (place < others.size()) {
            match.common.emplace_back(j, place);
            found[place] = true;
        } else if (is_in_use(first, j)) {
            match.only_first.push_back(j);
        }
    }
    for (std::size_t j = 0; j < others.size(); ++j) {
        if (!found[j] && is_in_use(second, j)) match.only_second.push_back(j);
    }
    return match;
}

double distribution_distance(std::span<const float> a,
                             std::size_t rows_of_a,
                             std::span<const float> b,
                             std::size_t rows_of_b) {
    const auto share = [](std::size_t part, std::size_t whole) {
        return static_cast<double>(part) / static_cast<double>(whole);
    };
    const std::size_t missing_in_a = rows_of_a - a.size();
    const std::size_t missing_in_b = rows_of_b - b.size();
    double largest = std::abs(share(missing_in_a, rows_of_a) - share(missing_in_b, rows_of_b));
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        const float value = std::min(a[i], b[j]);
        while (i < a.size() && a[i] == value) ++i;
        while (j < b.size() && b[j] == value) ++j;
        largest = std::max(
            largest,
            std::abs(share(missing_in_a + i, rows_of_a) - share(missing_in_b + j, rows_of_b)));
    }
    return largest;  // behind the end of one the difference only falls
}

std::vector<FeatureShift> feature_shifts(const Dataset& first,
                                         const Dataset& second,
                                         const ColumnMatch& columns,
                                         unsigned threads) {
    std::vector<FeatureShift> shifts(columns.common.size());
    parallel_for(shifts.size(), 1, threads, [&](std::size_t i, std::size_t) {
        const auto [a, b] = columns.common[i];
        shifts[i] = {a,
                     b,
                     distribution_distance(sorted_column(first.features, a),
                                           first.documents(),
                                           sorted_column(second.features, b),
                                           second.documents())};
    });
    return shifts;
}

double notable_distance(std::size_t queries_of_first, std::size_t queries_of_second) {
    constexpr double large = 0.1;
    constexpr double of_1_in_100 = 1.63;  // Smirnov 1948: P(sqrt(nm/(n+m)) D > 1.63) = 0.01
    const double by_chance = of_1_in_100 * std::sqrt(1.0 / static_cast<double>(queries_of_first) +
                                                     1.0 / static_cast<double>(queries_of_second));
    return std::max(large, by_chance);
}

}  // namespace gradus
