#include "gradus/learners/trees/growing/split_search.hpp"

#include <array>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"

namespace gradus::gbdt {
namespace {

Cell cell(std::int64_t gradient, std::int64_t hessian) {
    return gradient * (std::int64_t{1} << 32U) + hessian;
}

/// Two heavy ends, and bins between them that change a gain by about as much as single precision
/// holds.
std::array<Cell, cells_a_track> flat_histogram(Random& random, std::size_t bins) {
    const std::uint64_t gradients = std::uint64_t{1} << random.below(14);
    const std::uint64_t hessians = std::uint64_t{1} << random.below(8);
    std::array<Cell, cells_a_track> cells{};
    const std::int64_t heavy = 1 << 29;
    cells[0] = cell(heavy, 1 << 22);
    for (std::size_t bin = 1; bin + 1 < bins; ++bin)
        cells[bin] = cell(static_cast<std::int64_t>(random.below(2 * gradients)) -
                              static_cast<std::int64_t>(gradients),
                          static_cast<std::int64_t>(random.below(hessians)));
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

/// Few units in many bins, so that cuts of equal gain abound.
TEST(SplitSearch, FindsInNarrowCellsWhatIsInWideOnes) {
    Random random(1, "narrow histograms");
    for (int trial = 0; trial < 2000; ++trial) {
        const std::size_t bins = 2 + random.below(254);
        const int most = 1 + static_cast<int>(random.below(60));
        std::array<NarrowCell, cells_a_track> narrow{};
        std::array<Cell, cells_a_track> wide{};
        Cell total = 0;
        for (std::size_t bin = 0; bin <= missing_cell; ++bin) {
            const bool used = bin < bins || (bin == missing_cell && trial % 2 == 0);
            if (!used || random.chance(0.3)) continue;
            const auto gradient = static_cast<std::int16_t>(
                static_cast<int>(random.below(2 * static_cast<std::uint64_t>(most))) - most);
            narrow[bin] = narrow_cell_of(
                make_word(0, gradient, static_cast<std::uint16_t>(random.below(200))));
            wide[bin] = widened(narrow[bin]);
            total += wide[bin];
        }
        const SplitLimits limits{.total = total, .least_hessian = 1 + trial % 5, .l2 = 0.5};
        const Cut expected = find_cut_slowly(wide.data(), bins, limits, {});
        for (const Cut& cut : {find_cut(wide.data(), bins, limits),
                               find_cut(narrow.data(), bins, limits),
                               find_cut_slowly(narrow.data(), bins, limits, {})}) {
            ASSERT_EQ(cut.bin, expected.bin) << trial;
            if (cut.bin < 0) continue;
            ASSERT_EQ(cut.left, expected.left) << trial;
            ASSERT_EQ(cut.missing_left, expected.missing_left) << trial;
        }
    }
}

}  // namespace
}  // namespace gradus::gbdt
