#include "gradus/learners/gbdt/split_search.hpp"

#include <algorithm>
#include <cstring>

#include "gradus/base/vector_clones.hpp"

namespace gradus::gbdt {
namespace {

constexpr std::size_t lanes = 4;
using Doubles = double __attribute__((vector_size(lanes * sizeof(double))));
using Longs = std::int64_t __attribute__((vector_size(lanes * sizeof(double))));
using Ints = std::int32_t __attribute__((vector_size(lanes * sizeof(std::int32_t))));

/// What lies left of each cut that differs from the one before, and up to which bin; then zeros up
/// to a multiple of lanes.
struct LeftSums {
    alignas(32) std::int32_t slopes[cells_a_track + lanes];
    alignas(32) std::int32_t curvatures[cells_a_track + lanes];
    std::int32_t bins[cells_a_track + lanes];
};

/// Sums of the first `count` cells. An empty bin changes nothing, so that the cut before it, which
/// has the lower bin, stands for both.
std::size_t sum_up(const Cell* cells, std::size_t count, Cell start, LeftSums& left) {
    std::size_t cuts = 0;
    Cell sum = start;
    for (std::size_t bin = 0; bin < count; ++bin) {
        sum += cells[bin];
        left.slopes[cuts] = static_cast<std::int32_t>(sum >> 32U);
        left.curvatures[cuts] = static_cast<std::int32_t>(sum);
        left.bins[cuts] = static_cast<std::int32_t>(bin);
        // Where there is a start, the cut before all bins is none: bin 0 counts, empty or not.
        cuts += static_cast<std::size_t>(cells[bin] != 0 || bin == 0);
    }
    std::fill_n(left.slopes + cuts, lanes, 0);
    std::fill_n(left.curvatures + cuts, lanes, 0);
    return cuts;
}

/// The best of `count` cuts, whose left sides are `start` and the cells up to each.
GRADUS_AVX2_CLONES
Cut best_of(const Cell* cells, std::size_t count, Cell start, const SplitLimits& limits) {
    LeftSums left;
    const std::size_t cuts = sum_up(cells, count, start, left);
    const auto all_slopes = static_cast<double>(slopes_of(limits.total));
    const auto all_curvatures = static_cast<double>(curvatures_of(limits.total));
    const auto least = static_cast<double>(limits.least_curvature);
    const double l2 = limits.l2;
    Doubles best = {-1.0, -1.0, -1.0, -1.0};
    Longs best_cut = {0, 0, 0, 0};
    Longs numbers = {0, 1, 2, 3};
    for (std::size_t i = 0; i < cuts; i += lanes, numbers += static_cast<std::int64_t>(lanes)) {
        Ints slopes;
        Ints curvatures;
        std::memcpy(&slopes, left.slopes + i, sizeof slopes);
        std::memcpy(&curvatures, left.curvatures + i, sizeof curvatures);
        const Doubles g = __builtin_convertvector(slopes, Doubles);
        const Doubles h = __builtin_convertvector(curvatures, Doubles);
        const Doubles other_g = all_slopes - g;
        const Doubles other_h = all_curvatures - h;
        const Doubles a = h + l2;
        const Doubles b = other_h + l2;
        const Doubles gain = (g * g * b + other_g * other_g * a) / (a * b);
        const Longs better = (h >= least) & (other_h >= least) & (gain > best);
        best = better ? gain : best;
        best_cut = better ? numbers : best_cut;
    }
    std::size_t winner = 0;
    for (std::size_t lane = 1; lane < lanes; ++lane) {
        if (best[lane] > best[winner] ||
            (best[lane] == best[winner] && best_cut[lane] < best_cut[winner]))
            winner = lane;
    }
    if (best[winner] < 0.0) return {};
    const auto chosen = static_cast<std::size_t>(best_cut[winner]);
    const auto slopes = std::int64_t{left.slopes[chosen]};
    return {.gain = best[winner],
            .bin = left.bins[chosen],
            .left = slopes * (std::int64_t{1} << 32U) +
                    static_cast<std::uint32_t>(left.curvatures[chosen])};
}

/// Of two cuts of one feature the better; the first where they are equal, unless the other's bin is
/// lower.
const Cut& better_of(const Cut& first, const Cut& second) {
    if (second.gain > first.gain || (second.gain == first.gain && second.bin < first.bin))
        return second;
    return first;
}

/// Where the data has no missing value, later ones follow the heavier side.
void lead_missing(Cut& cut, const SplitLimits& limits) {
    cut.missing_left = 2 * curvatures_of(cut.left) >= curvatures_of(limits.total);
}

}  // namespace

Cut find_cut(const Cell* cells, std::size_t bins, const SplitLimits& limits) {
    const Cell missing = cells[missing_cell];
    if (missing == 0) {
        Cut cut = best_of(cells, bins - 1, 0, limits);
        lead_missing(cut, limits);
        return cut;
    }
    const Cut right = best_of(cells, bins, 0, limits);
    Cut left = best_of(cells, bins - 1, missing, limits);
    left.missing_left = true;
    return better_of(right, left);
}

double side_value(Cell side, double l2, const Bounds& bounds) {
    const double curvature = static_cast<double>(curvatures_of(side)) + l2;
    const double value = curvature > 0.0 ? -static_cast<double>(slopes_of(side)) / curvature : 0.0;
    return std::clamp(value, bounds.low, bounds.high);
}

double side_gain(Cell side, double l2, const Bounds& bounds) {
    const auto g = static_cast<double>(slopes_of(side));
    const double h = static_cast<double>(curvatures_of(side)) + l2;
    const double value = side_value(side, l2, bounds);
    return -(2.0 * g * value + h * value * value);
}

Cut find_cut_slowly(const Cell* cells,
                    std::size_t bins,
                    const SplitLimits& limits,
                    const CutRules& rules) {
    const Cell missing = cells[missing_cell];
    const bool counted = !rules.counts.empty();
    std::size_t documents = 0;
    for (const std::uint32_t count : rules.counts) documents += count;
    const std::size_t missing_documents = counted ? rules.counts[missing_cell] : 0;
    Cut best;
    const auto scan = [&](std::size_t count, bool missing_left) {
        Cut cut{.missing_left = missing_left, .left = missing_left ? missing : 0};
        std::size_t values_left = 0;
        for (std::size_t bin = 0; bin < count; ++bin) {
            cut.left += cells[bin];
            const Cell right = limits.total - cut.left;
            if (missing == 0) lead_missing(cut, limits);
            if (counted) values_left += rules.counts[bin];
            const std::size_t left_documents =
                values_left + (cut.missing_left ? missing_documents : 0);
            const double rise = side_value(right, limits.l2, rules.bounds) -
                                side_value(cut.left, limits.l2, rules.bounds);
            const bool allowed =
                std::min(curvatures_of(cut.left), curvatures_of(right)) >= limits.least_curvature &&
                (!counted ||
                 std::min(left_documents, documents - left_documents) >= rules.least_documents) &&
                rise * rules.direction >= 0.0;
            if (!allowed) continue;
            cut.bin = static_cast<std::int32_t>(bin);
            cut.gain = side_gain(cut.left, limits.l2, rules.bounds) +
                       side_gain(right, limits.l2, rules.bounds);
            best = better_of(best, cut);
        }
    };
    if (missing == 0) {
        scan(bins - 1, false);
    } else {
        scan(bins, false);
        scan(bins - 1, true);
    }
    return best;
}

}  // namespace gradus::gbdt
