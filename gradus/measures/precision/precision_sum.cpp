#include "gradus/measures/precision/precision_sum.hpp"

#include <algorithm>

#include "gradus/rank/ranking.hpp"

namespace gradus {

double relevant_count(std::span<const double> grades, double threshold) {
    return static_cast<double>(
        std::ranges::count_if(grades, [&](double grade) { return grade >= threshold; }));
}

double precision_sum(std::span<const double> grades, double threshold, std::size_t cutoff) {
    double sum = 0.0;
    double relevant = 0.0;
    const std::size_t ranks = counted_ranks(grades.size(), cutoff);
    for (std::size_t position = 0; position < ranks; ++position) {
        if (grades[position] < threshold) continue;
        relevant += 1.0;
        sum += relevant / static_cast<double>(position + 1);
    }
    return sum;
}

double tied_precision_sum(std::span<const double> grades,
                          std::span<const std::size_t> group_ends,
                          double threshold,
                          std::size_t cutoff) {
    double sum = 0.0;
    double above = 0.0;
    std::size_t begin = 0;
    for (const std::size_t end : group_ends) {
        const double relevant = relevant_count(grades.subspan(begin, end - begin), threshold);
        const auto size = static_cast<double>(end - begin);
        const double others = size > 1.0 ? (relevant - 1.0) / (size - 1.0) : 0.0;
        const std::size_t last = cutoff == 0 ? end : std::min(end, cutoff);
        for (std::size_t position = begin; position < last; ++position) {
            const double precision =
                (above + 1.0 + static_cast<double>(position - begin) * others) /
                static_cast<double>(position + 1);
            sum += relevant / size * precision;
        }
        above += relevant;
        begin = end;
    }
    return sum;
}

double PrecisionRule::total(std::span<const double> grades, std::span<const double> ideal) const {
    const double relevant = relevant_count(over == PrecisionOver::retrieved ? grades : ideal, rel);
    if (over != PrecisionOver::cutoff || cutoff == 0) return relevant;
    return std::min(relevant, static_cast<double>(cutoff));
}

double expected_precision_sum(const GradeChances& chances,
                              std::size_t level,
                              double weight,
                              std::size_t cutoff,
                              std::span<double> gradients) {
    const std::size_t levels = chances.levels.size();
    const std::size_t ranks = counted_ranks(chances.ranks(), cutoff);
    double sum = 0.0;
    double above = 1.0;  // 1 + Σ_{m<n} q_m
    for (std::size_t position = 0; position < ranks; ++position) {
        const double chance = chances.at_least[position * levels + level];
        const double rate = above / static_cast<double>(position + 1);
        sum += chance * rate;
        gradients[position * levels + level] = weight * rate;
        above += chance;
    }
    double below = 0.0;  // Σ_{m>n} q_m/m
    for (std::size_t position = ranks; position-- > 0;) {
        gradients[position * levels + level] += weight * below;
        below += chances.at_least[position * levels + level] / static_cast<double>(position + 1);
    }
    return weight * sum;
}

}  // namespace gradus
