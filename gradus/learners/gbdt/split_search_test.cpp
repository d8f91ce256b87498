#include "gradus/learners/gbdt/split_search.hpp"

#include <array>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"

namespace gradus::gbdt {
namespace {

Cell cell(std::int64_t slope, std::int64_t curvature) {
    return slope * (std::int64_t{1} << 32U) + curvature;
}

/// Two heavy ends, and bins between them that change a gain by about as much as single precision
/// holds.
std::array<Cell, cells_a_track> flat_histogram(Random& random, std::size_t bins) {
    const std::uint64_t slopes = std::uint64_t{1} << random.below(14);
    const std::uint64_t curvatures = std::uint64_t{1} << random.below(8);
    std::array<Cell, cells_a_track> cells{};
    const std::int64_t heavy = 1 << 29;
    cells[0] = cell(heavy, 1 << 22);
    for (std::size_t bin = 1; bin + 1 < bins; ++bin)
        cells[bin] = cell(
            static_cast<std::int64_t>(random.below(2 * slopes)) - static_cast<std::int64_t>(slopes),
            static_cast<std::int64_t>(random.below(curvatures)));
    cells[bins - 1] = cell(-heavy, 1 << 22);
    if (random.chance(0.5)) cells[missing_cell] = cell(5, 3);
    return cells;
}

TEST(SplitSearch, FindsTheBestOfCutsThatSinglePrecisionCannotTellApart) {
    Random random(1, "flat histograms");
    for (int trial = 0; trial < 2000; ++trial) {
        const std::size_t bins = 3 + random.below(253);
        const auto cells = flat_histogram(random, bins);
        Cell total = 0;
        for (const Cell value : cells) total += value;
        const SplitLimits limits{.total = total};
        const Cut fast = find_cut(cells.data(), bins, limits);
        const Cut slow = find_cut_slowly(cells.data(), bins, limits, {});
        ASSERT_EQ(fast.bin, slow.bin) << trial;
        ASSERT_EQ(fast.left, slow.left) << trial;
        ASSERT_EQ(fast.missing_left, slow.missing_left) << trial;
    }
}

}  // namespace
}  // namespace gradus::gbdt
