#include "gradus/learners/trees/growing/tracks.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"

namespace gradus::gbdt {
namespace {

/// Features of 1 to 300 values, some of them missing; a third has but a few values.
FeatureMatrix random_features(std::uint64_t seed, std::size_t documents, std::size_t features) {
    Random random(seed, "test tracks");
    FeatureMatrix matrix(documents, features);
    for (std::size_t j = 0; j < features; ++j) {
        const std::uint64_t values = 1 + random.below(j % 3 == 0 ? 6 : j % 3 == 1 ? 60 : 300);
        const bool misses = random.chance(0.5);
        for (std::size_t i = 0; i < documents; ++i) {
            matrix.mutable_row(i)[j] = misses && random.chance(0.2)
                                           ? std::numeric_limits<float>::quiet_NaN()
                                           : static_cast<float>(random.below(values));
        }
    }
    return matrix;
}

std::vector<Word> random_words(std::uint64_t seed, std::size_t documents) {
    Random random(seed, "test words");
    std::vector<Word> words;
    for (std::size_t i = 0; i < documents; ++i) {
        if (random.chance(0.3)) continue;
        const auto gradient =
            static_cast<std::int16_t>(static_cast<int>(random.below(2001)) - 1000);
        words.push_back(make_word(static_cast<std::uint32_t>(i),
                                  gradient,
                                  static_cast<std::uint16_t>(random.below(1000))));
    }
    return words;
}

/// Bin by bin, document by document.
std::vector<Cell> counted_histogram(const FeatureBins& bins,
                                    std::size_t feature,
                                    std::span<const Word> words) {
    std::vector<Cell> cells(missing_cell + 1);
    for (const Word word : words) cells[bins.bin(document_of(word), feature)] += cell_of(word);
    return cells;
}

TEST(Tracks, GiveEachFeatureItsHistogram) {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const std::size_t features = 1 + 13 * (seed - 1);  // up to three planes
        const FeatureBins bins = bin_features(random_features(seed, 700, features), {});
        const Tracks tracks(bins, 1 + static_cast<unsigned>(seed % 3));
        const std::vector<Word> words = random_words(seed, 700);
        std::vector<Cell> cells(tracks.groups() * Tracks::group_tracks * cells_a_track);
        const std::size_t half = tracks.groups() / 2;
        const std::size_t group_cells = Tracks::group_tracks * cells_a_track;
        tracks.add(words, {0, half}, cells.data());
        tracks.add(words, {half, tracks.groups()}, cells.data() + half * group_cells);
        std::vector<int> seen(features);
        for (std::size_t track = 0; track < tracks.size(); ++track) {
            for (const Tracks::Part& part : tracks.parts(track)) {
                ++seen[part.feature];
                EXPECT_EQ(tracks.track_of(part.feature), track);
                std::array<Cell, cells_a_track> room{};
                const Cell* const own =
                    histogram_of(part, cells.data() + track * cells_a_track, room);
                const std::vector<Cell> expected = counted_histogram(bins, part.feature, words);
                for (std::size_t bin = 0; bin < bins.bins(part.feature); ++bin)
                    ASSERT_EQ(own[bin], expected[bin]) << "seed " << seed << " bin " << bin;
                ASSERT_EQ(own[missing_cell], expected[missing_cell]) << "seed " << seed;
            }
        }
        for (std::size_t feature = 0; feature < features; ++feature) {
            const bool constant = std::ranges::all_of(
                bins.column(feature), [&](auto bin) { return bin == bins.bin(0, feature); });
            EXPECT_EQ(seen[feature], constant ? 0 : 1);
            EXPECT_EQ(tracks.track_of(feature) == tracks.size(), constant);
        }
    }
}

TEST(Tracks, HoldSmallFeaturesTogether) {
    FeatureMatrix matrix(100, 6);
    for (std::size_t i = 0; i < 100; ++i)
        for (std::size_t j = 0; j < 5; ++j)
            matrix.mutable_row(i)[j] = static_cast<float>(i >> j & 1);
    for (std::size_t i = 0; i < 100; ++i) matrix.mutable_row(i)[5] = static_cast<float>(i);
    const Tracks tracks(bin_features(matrix, {}), 1);
    // Five features of two bins and a missing one: 3⁵ = 243 combinations.
    ASSERT_EQ(tracks.size(), 2U);
    EXPECT_EQ(tracks.parts(tracks.track_of(0)).size(), 5U);
    EXPECT_EQ(tracks.parts(tracks.track_of(5)).size(), 1U);
}

}  // namespace
}  // namespace gradus::gbdt
