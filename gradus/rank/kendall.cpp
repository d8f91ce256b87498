#include "gradus/rank/kendall.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace gradus {
namespace {

using Pair = std::pair<double, double>;

/// The pairs of documents in each run of equal neighbours, added up.
template <class Value, class Equal>
double tied_pairs(const std::vector<Value>& sorted, Equal equal) {
    double sum = 0.0;
    for (std::size_t begin = 0; begin < sorted.size();) {
        std::size_t end = begin + 1;
        while (end < sorted.size() && equal(sorted[begin], sorted[end])) ++end;
        const auto length = static_cast<double>(end - begin);
        sum += length * (length - 1.0) / 2.0;
        begin = end;
    }
    return sum;
}

/// Sorts, and counts how many pairs stood in falling order: merge sort from the bottom up.
double sort_counting_inversions(std::vector<double>& values) {
    const std::size_t n = values.size();
    std::vector<double> merged(n);
    double inversions = 0.0;
    for (std::size_t width = 1; width < n; width *= 2) {
        for (std::size_t begin = 0; begin < n; begin += 2 * width) {
            const std::size_t middle = std::min(begin + width, n);
            const std::size_t end = std::min(begin + 2 * width, n);
            std::size_t left = begin;
            std::size_t right = middle;
            for (std::size_t to = begin; to < end; ++to) {
                if (left < middle && (right == end || values[left] <= values[right])) {
                    merged[to] = values[left++];
                } else {
                    inversions += static_cast<double>(middle - left);
                    merged[to] = values[right++];
                }
            }
        }
        std::swap(values, merged);
    }
    return inversions;
}

struct Counts {
    double pairs = 0.0;
    double untied_x = 0.0;
    double untied_y = 0.0;
    double surplus = 0.0;  ///< concordant − discordant
};

/// Knight, JASA 61(314), 1966: with the pairs in the order of (x, y) the discordant ones are the
/// inversions of y.
Counts count(std::span<const double> x, std::span<const double> y) {
    assert(x.size() == y.size());
    std::vector<Pair> sorted(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) sorted[i] = {x[i], y[i]};
    std::ranges::sort(sorted);
    std::vector<double> ys(y.size());
    for (std::size_t i = 0; i < ys.size(); ++i) ys[i] = sorted[i].second;
    const double discordant = sort_counting_inversions(ys);

    const auto n = static_cast<double>(x.size());
    const double pairs = n * (n - 1.0) / 2.0;
    const double tied_x =
        tied_pairs(sorted, [](const Pair& a, const Pair& b) { return a.first == b.first; });
    const double tied_both = tied_pairs(sorted, std::equal_to());
    const double tied_y = tied_pairs(ys, std::equal_to());
    return {.pairs = pairs,
            .untied_x = pairs - tied_x,
            .untied_y = pairs - tied_y,
            .surplus = pairs - tied_x - tied_y + tied_both - 2.0 * discordant};
}

bool has_nan(std::span<const double> values) {
    return std::ranges::any_of(values, [](double value) { return std::isnan(value); });
}

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

}  // namespace

double kendall_tau_a(std::span<const double> x, std::span<const double> y) {
    if (has_nan(x) || has_nan(y)) return nothing;
    const Counts counts = count(x, y);
    return counts.pairs > 0.0 ? counts.surplus / counts.pairs : nothing;
}

double kendall_tau_b(std::span<const double> x, std::span<const double> y) {
    if (has_nan(x) || has_nan(y)) return nothing;
    const Counts counts = count(x, y);
    if (counts.untied_x == 0.0 || counts.untied_y == 0.0) return nothing;
    return counts.surplus / (std::sqrt(counts.untied_x) * std::sqrt(counts.untied_y));
}

}  // namespace gradus
