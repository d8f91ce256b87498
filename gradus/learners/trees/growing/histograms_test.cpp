#include "gradus/learners/trees/growing/histograms.hpp"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"

namespace gradus::gbdt {
namespace {

Word word(std::size_t document, int gradient, unsigned hessian) {
    return make_word(static_cast<std::uint32_t>(document),
                     static_cast<std::int16_t>(gradient),
                     static_cast<std::uint16_t>(hessian));
}

WordSums sums_of(std::span<const Word> words) {
    WordSums sums;
    for (const Word each : words) sums.add(each);
    return sums;
}

/// 20 features of 2 to 250 values, so that some share a track; every fifth value is missing.
FeatureBins random_bins(std::size_t documents) {
    Random random(1, "test histograms");
    FeatureMatrix matrix(documents, 20);
    for (std::size_t i = 0; i < documents; ++i)
        for (std::size_t j = 0; j < 20; ++j)
            matrix.mutable_row(i)[j] = random.chance(0.2)
                                           ? std::numeric_limits<float>::quiet_NaN()
                                           : static_cast<float>(random.below(2 + 13 * j));
    return bin_features(matrix, {});
}

/// Gradients and Hessians of each bin of a feature, missing ones in the last.
std::vector<Cell> counted(const FeatureBins& bins,
                          std::size_t feature,
                          std::span<const Word> words) {
    std::vector<Cell> cells(missing_cell + 1);
    for (const Word each : words) cells[bins.bin(document_of(each), feature)] += cell_of(each);
    return cells;
}

TEST(WordSums, FitNarrowCellsUpToTheLastUnit) {
    struct Case {
        std::vector<Word> words;
        bool fit;
    };
    const std::vector<Case> cases = {
        {{}, true},
        {{word(0, 32767, 0)}, true},
        {{word(0, 32767, 0), word(1, 1, 0)}, false},
        // A sum of all is not what counts: a bin may have those above 0 alone.
        {{word(0, 32767, 0), word(1, 1, 0), word(2, -9, 0)}, false},
        {{word(0, -32768, 0)}, true},
        {{word(0, -32768, 0), word(1, -1, 0)}, false},
        {{word(0, -32768, 0), word(1, -1, 0), word(2, 9, 0)}, false},
        {{word(0, 32767, 65535), word(1, -32768, 0)}, true},
        {{word(0, 0, 65535), word(1, 0, 1)}, false},
    };
    for (std::size_t i = 0; i < cases.size(); ++i)
        EXPECT_EQ(sums_of(cases[i].words).fit_narrow_cells(), cases[i].fit) << "case " << i;
}

/// Adds, subtracts and reads as trees do, with words that `scale` makes fit narrow cells or not.
void expect_sums(int scale, bool narrow) {
    constexpr std::size_t documents = 600;
    const FeatureBins bins = random_bins(documents);
    const Tracks tracks(bins, 1);
    Random random(2, "test histograms");
    std::vector<Word> all;
    for (std::size_t i = 0; i < documents; ++i)
        all.push_back(word(i,
                           (static_cast<int>(random.below(21)) - 10) * scale,
                           static_cast<unsigned>(random.below(20)) * static_cast<unsigned>(scale)));
    std::vector<Word> some;
    std::vector<Word> rest;
    for (const Word each : all) (random.chance(0.3) ? some : rest).push_back(each);

    ASSERT_EQ(sums_of(all).fit_narrow_cells(), narrow);
    Histograms histograms(tracks, 3);
    histograms.start(sums_of(all));
    const Tracks::Range groups{0, tracks.groups()};
    const Tracks::Range range{0, tracks.size()};
    for (std::size_t which = 0; which < 3; ++which) {
        histograms.add(which, all, groups);  // to be cleared
        histograms.clear_groups(which, groups);
    }
    histograms.add(0, all, groups);
    histograms.add(1, some, groups);
    for (std::size_t track = 0; track < tracks.size(); ++track) histograms.subtract(0, 1, track);
    histograms.add(2, 0, range);
    histograms.add(2, 1, range);
    const std::vector<std::span<const Word>> expected = {rest, some, all};
    for (std::size_t which = 0; which < 3; ++which) {
        for (std::size_t track = 0; track < tracks.size(); ++track) {
            for (const Tracks::Part& part : tracks.parts(track)) {
                const auto cells = counted(bins, part.feature, expected[which]);
                histograms.feature(which, track, part, [&](const auto* own) {
                    for (std::size_t bin = 0; bin < bins.bins(part.feature); ++bin)
                        EXPECT_EQ(widened(own[bin]), cells[bin]) << which << ' ' << bin;
                    EXPECT_EQ(widened(own[missing_cell]), cells[missing_cell]) << which;
                });
            }
        }
    }
}

TEST(Histograms, AddAndSubtractInNarrowCells) {
    expect_sums(3, true);
}

TEST(Histograms, AddAndSubtractInWideCells) {
    expect_sums(900, false);
}

}  // namespace
}  // namespace gradus::gbdt
