#include "gradus/learners/trees/growing/split_search.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "gradus/base/vector_clones.hpp"

namespace gradus::gbdt {
namespace {

constexpr std::size_t lanes = 8;
using Floats = float __attribute__((vector_size(lanes * sizeof(float))));
using Ints = std::int32_t __attribute__((vector_size(lanes * sizeof(std::int32_t))));

/// What lies left of each cut, then nothing up to a multiple of lanes.
template <class AnyCell>
struct Cuts {
    alignas(32) std::array<AnyCell, cells_a_track + lanes> left;
    std::size_t count;
};

/// The bins of cuts that may be the best.
struct Candidates {
    std::array<std::uint32_t, cells_a_track + lanes> bins;
    std::size_t count;
};

/// The gradients and Hessians of eight cells.
[[gnu::always_inline]] inline void take_apart(const Cell* cells, Ints& gradients, Ints& hessians) {
    Ints first;
    Ints second;
    std::memcpy(&first, cells, sizeof first);
    std::memcpy(&second, cells + lanes / 2, sizeof second);
    hessians = __builtin_shufflevector(first, second, 0, 2, 4, 6, 8, 10, 12, 14);
    gradients = __builtin_shufflevector(first, second, 1, 3, 5, 7, 9, 11, 13, 15);
}
[[gnu::always_inline]] inline void take_apart(const NarrowCell* cells,
                                              Ints& gradients,
                                              Ints& hessians) {
    std::memcpy(&gradients, cells, sizeof gradients);
    hessians = gradients & 0xFFFF;
    gradients >>= 16;
}

/// Estimates gains in single precision and finds those that come near the largest. An estimate is a
/// sum of two positive products, so it errs by a few units in the last place, and the best cut is
/// among them.
template <class AnyCell>
[[gnu::always_inline]] inline void estimate(const Cuts<AnyCell>& cuts,
                                            const SplitLimits& limits,
                                            Candidates& found) {
    constexpr float near = 1.0F - 1e-5F;
    // Beyond this the products leave the range of floats; then all cuts look alike.
    const bool in_range = limits.l2 < 0x1p50;
    const auto l2 = static_cast<float>(limits.l2);
    const auto all_gradients = static_cast<std::int32_t>(gradients_of(limits.total));
    const auto all_hessians = static_cast<std::int32_t>(hessians_of(limits.total));
    const auto least = static_cast<std::int32_t>(limits.least_hessian);
    alignas(32) std::array<Floats, cells_a_track / lanes> gains;  // below 0 = not allowed
    Floats best = Floats{} - 1.0F;
    const std::size_t blocks = (cuts.count + lanes - 1) / lanes;
    for (std::size_t block = 0; block < blocks; ++block) {
        Ints g;
        Ints h;
        take_apart(cuts.left.data() + block * lanes, g, h);
        const Ints other_h = all_hessians - h;
        const Floats a = __builtin_convertvector(h, Floats) + l2;
        const Floats b = __builtin_convertvector(other_h, Floats) + l2;
        const Floats s = __builtin_convertvector(g, Floats);
        const Floats other_s = __builtin_convertvector(all_gradients - g, Floats);
        const Floats gain = in_range ? (s * s * b + other_s * other_s * a) / (a * b) : Floats{};
        const Ints allowed = (h >= least) & (other_h >= least);
        gains[block] = allowed ? gain : Floats{} - 1.0F;
        best = gains[block] > best ? gains[block] : best;
    }
    float largest = best[0];
    for (std::size_t lane = 1; lane < lanes; ++lane) largest = std::max(largest, best[lane]);
    found.count = 0;
    if (largest < 0.0F) return;
    const float threshold = near * largest;
    for (std::size_t block = 0; block < blocks; ++block) {
        const Ints is_near = gains[block] >= threshold;
        std::array<std::uint64_t, lanes / 2> bits;
        std::memcpy(bits.data(), &is_near, sizeof is_near);
        if ((bits[0] | bits[1] | bits[2] | bits[3]) == 0) continue;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            found.bins[found.count] = static_cast<std::uint32_t>(block * lanes + lane);
            found.count += is_near[lane] != 0 ? 1 : 0;
        }
    }
}

GRADUS_AVX2_CLONES
void find_candidates(const Cuts<Cell>& cuts, const SplitLimits& limits, Candidates& found) {
    estimate(cuts, limits, found);
}
GRADUS_AVX2_CLONES
void find_candidates(const Cuts<NarrowCell>& cuts, const SplitLimits& limits, Candidates& found) {
    estimate(cuts, limits, found);
}

/// S²/(H + λ) of both sides of a cut.
double exact_gain(Cell left, const SplitLimits& limits) {
    const auto g = static_cast<double>(gradients_of(left));
    const auto other_g = static_cast<double>(gradients_of(limits.total)) - g;
    const double a = static_cast<double>(hessians_of(left)) + limits.l2;
    const double b = static_cast<double>(hessians_of(limits.total) - hessians_of(left)) + limits.l2;
    return (g * g * b + other_g * other_g * a) / (a * b);
}

/// The best of `count` cuts, whose left sides are `start` and the cells up to each.
template <class AnyCell>
Cut best_of(const AnyCell* cells, std::size_t count, AnyCell start, const SplitLimits& limits) {
    if (limits.least_hessian > std::numeric_limits<std::int32_t>::max()) return {};
    Cuts<AnyCell> cuts;
    cuts.count = count;
    AnyCell sum = start;
    for (std::size_t bin = 0; bin < count; ++bin) {
        sum += cells[bin];
        cuts.left[bin] = sum;
    }
    std::fill_n(cuts.left.begin() + static_cast<std::ptrdiff_t>(count), lanes, 0);
    Candidates candidates;
    find_candidates(cuts, limits, candidates);
    Cut best;
    for (const std::uint32_t bin : std::span(candidates.bins).first(candidates.count)) {
        const Cell left = widened(cuts.left[bin]);
        const double gain = exact_gain(left, limits);
        if (gain <= best.gain) continue;
        best.gain = gain;
        best.bin = static_cast<std::int32_t>(bin);
        best.left = left;
    }
    return best;
}

/// Of two cuts of one feature the better; the first where they are equal, unless the other's bin is
/// lower.
Cut better_of(const Cut& first, const Cut& second) {
    if (second.gain > first.gain || (second.gain == first.gain && second.bin < first.bin))
        return second;
    return first;
}

/// Where the data has no missing value, later ones follow the heavier side.
void lead_missing(Cut& cut, const SplitLimits& limits) {
    cut.missing_left = 2 * hessians_of(cut.left) >= hessians_of(limits.total);
}

}  // namespace

template <class AnyCell>
Cut find_cut(const AnyCell* cells, std::size_t bins, const SplitLimits& limits) {
    const AnyCell missing = cells[missing_cell];
    if (missing == 0) {
        Cut cut = best_of(cells, bins - 1, AnyCell{0}, limits);
        lead_missing(cut, limits);
        return cut;
    }
    const Cut right = best_of(cells, bins, AnyCell{0}, limits);
    Cut left = best_of(cells, bins - 1, missing, limits);
    left.missing_left = true;
    return better_of(right, left);
}

template Cut find_cut(const Cell*, std::size_t, const SplitLimits&);
template Cut find_cut(const NarrowCell*, std::size_t, const SplitLimits&);

double side_value(Cell side, double l2, const Bounds& bounds) {
    const double hessian = static_cast<double>(hessians_of(side)) + l2;
    const double value = hessian > 0.0 ? -static_cast<double>(gradients_of(side)) / hessian : 0.0;
    return std::clamp(value, bounds.low, bounds.high);
}

double side_gain(Cell side, double l2, const Bounds& bounds) {
    const auto g = static_cast<double>(gradients_of(side));
    const double h = static_cast<double>(hessians_of(side)) + l2;
    const double value = side_value(side, l2, bounds);
    return -(2.0 * g * value + h * value * value);
}

template <class AnyCell>
Cut find_cut_slowly(const AnyCell* cells,
                    std::size_t bins,
                    const SplitLimits& limits,
                    const CutRules& rules) {
    const Cell missing = widened(cells[missing_cell]);
    const bool counted = !rules.counts.empty();
    std::size_t documents = 0;
    for (const std::uint32_t count : rules.counts) documents += count;
    const std::size_t missing_documents = counted ? rules.counts[missing_cell] : 0;
    Cut best;
    const auto scan = [&](std::size_t count, bool missing_left) {
        Cut cut{.missing_left = missing_left, .left = missing_left ? missing : 0};
        std::size_t values_left = 0;
        for (std::size_t bin = 0; bin < count; ++bin) {
            cut.left += widened(cells[bin]);
            const Cell right = limits.total - cut.left;
            if (missing == 0) lead_missing(cut, limits);
            if (counted) values_left += rules.counts[bin];
            const std::size_t left_documents =
                values_left + (cut.missing_left ? missing_documents : 0);
            const double rise = side_value(right, limits.l2, rules.bounds) -
                                side_value(cut.left, limits.l2, rules.bounds);
            const bool allowed =
                std::min(hessians_of(cut.left), hessians_of(right)) >= limits.least_hessian &&
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

template Cut find_cut_slowly(const Cell*, std::size_t, const SplitLimits&, const CutRules&);
template Cut find_cut_slowly(const NarrowCell*, std::size_t, const SplitLimits&, const CutRules&);

}  // namespace gradus::gbdt
