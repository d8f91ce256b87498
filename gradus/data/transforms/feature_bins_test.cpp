#include "gradus/data/transforms/feature_bins.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/testing/error_message.hpp"

namespace gradus {
namespace {

using Values = std::vector<float>;

/// Of many shapes: few distinct values, heavy ones among many, long tails, all floats.
float random_value(Random& random, std::size_t shape) {
    switch (shape % 7) {
        case 0:
            return 3.25F;
        case 1:
            return static_cast<float>(random.below(10)) - 4.0F;
        case 2:
            return random.chance(0.6) ? 0.0F : static_cast<float>(random.normal());
        case 3:
            return static_cast<float>(std::floor(std::exp(3.0 * random.normal())));
        case 4: {
            const auto value = std::bit_cast<float>(random.bits32());
            return std::isfinite(value) ? value : -0.0F;
        }
        case 5:  // neighbouring floats
            return std::bit_cast<float>(0x3F800000U +
                                        static_cast<std::uint32_t>(random.below(600)));
        default:
            return static_cast<float>(random.uniform());
    }
}

FeatureMatrix random_matrix(std::uint64_t seed, std::size_t rows, std::size_t columns) {
    Random random(seed, "test feature bins");
    FeatureMatrix matrix(rows, columns);
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < columns; ++j) {
            matrix.mutable_row(i)[j] = j % 2 == 1 && random.chance(0.1)
                                           ? std::numeric_limits<float>::quiet_NaN()
                                           : random_value(random, j);
        }
    }
    return matrix;
}

/// The rule of the header, read literally: everything is counted anew for each value.
Values slow_boundaries(const Values& values, std::size_t bins) {
    std::map<float, std::size_t> counts;
    for (const float value : values) ++counts[value];
    const auto heavy = [&](float value) { return counts[value] * bins >= values.size(); };
    const auto middle = [](float low, float high) {
        const auto mean = static_cast<float>((double{low} + double{high}) / 2);
        return mean < high ? mean : low;
    };
    const auto light_between = [&](double low, double high) {  // low < value <= high
        return static_cast<std::size_t>(std::ranges::count_if(
            values, [&](float value) { return value > low && value <= high && !heavy(value); }));
    };
    constexpr double infinity = std::numeric_limits<double>::infinity();
    std::size_t all_heavy = 0;
    for (const auto& [value, count] : counts) all_heavy += heavy(value) ? 1 : 0;
    const std::size_t kept = heavy(counts.rbegin()->first) ? 0 : 1;
    std::size_t ended_light = 0;
    double closed = -infinity;  // the last value of the last closed bin
    Values boundaries;
    for (auto i = counts.begin(); std::next(i) != counts.end(); ++i) {
        const float value = i->first;
        const float next = std::next(i)->first;
        bool close = counts.size() <= bins || heavy(value);
        if (!close) {
            const std::size_t left = bins - all_heavy - ended_light;
            const double share =
                static_cast<double>(light_between(closed, infinity)) / static_cast<double>(left);
            const auto open = static_cast<double>(light_between(closed, value));
            const auto more = static_cast<double>(counts[next]);
            close = left > kept && (heavy(next) ? open >= share / 2 - 1e-9
                                                : share - open < open + more - share - 1e-9);
            ended_light += close ? 1 : 0;
        }
        if (!close) continue;
        boundaries.push_back(middle(value, next));
        closed = value;
    }
    return boundaries;
}

TEST(FeatureBins, FewValuesHaveABinEach) {
    EXPECT_EQ(choose_boundaries(Values{1, 1, 2, 4, 4, 4}, 3), (Values{1.5, 3}));
    EXPECT_EQ(choose_boundaries(Values{5, 5, 5}, 3), Values{});
    EXPECT_EQ(choose_boundaries(Values{}, 3), Values{});
}

TEST(FeatureBins, ManyValuesAreSharedOutEvenly) {
    EXPECT_EQ(choose_boundaries(Values{1, 2, 3, 4, 5, 6, 7, 8}, 4), (Values{2.5, 4.5, 6.5}));
    EXPECT_EQ(choose_boundaries(Values{1, 2, 3, 4, 5}, 1), Values{});
}

TEST(FeatureBins, AHeavyValueStandsAlone) {
    // 0 makes up more than a third; the other four share two bins.
    EXPECT_EQ(choose_boundaries(Values{0, 0, 0, 0, 1, 2, 3, 4}, 3), (Values{0.5, 2.5}));
    // A crumb before a heavy value joins it.
    EXPECT_EQ(choose_boundaries(Values{0, 1, 1, 1, 1, 1, 2, 3, 4, 5}, 3), (Values{1.5, 3.5}));
}

TEST(FeatureBins, ABoundaryBetweenNeighbouringFloatsIsTheLowerOne) {
    const float low = std::nextafter(1.0F, 2.0F);  // an odd last bit: the mean rounds up
    const float high = std::nextafter(low, 2.0F);
    const Values boundaries = choose_boundaries(Values{low, high}, 2);
    ASSERT_EQ(boundaries.size(), 1U);
    EXPECT_EQ(boundaries[0], low);
}

TEST(FeatureBins, BoundariesAgreeWithTheSlowRule) {
    for (std::uint64_t seed = 1; seed <= 280; ++seed) {
        Random random(seed, "test boundaries");
        Values values(1 + random.below(400));
        for (float& value : values) value = random_value(random, seed);
        std::ranges::sort(values);
        const std::size_t bins = 1 + static_cast<std::size_t>(random.below(seed % 2 == 0 ? 8 : 60));
        const Values boundaries = choose_boundaries(values, bins);
        EXPECT_EQ(boundaries, slow_boundaries(values, bins)) << "seed " << seed;
        EXPECT_LT(boundaries.size(), bins) << "seed " << seed;
        EXPECT_TRUE(std::ranges::is_sorted(boundaries, std::less_equal<>{})) << "seed " << seed;
    }
}

TEST(FeatureBins, BytesAgreeWithASearchOfEachValue) {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const FeatureMatrix matrix = random_matrix(seed, 1500 * (seed % 4), 1 + 7 * seed);
        const FeatureBins bins = bin_features(matrix, {.sample = 700, .seed = seed});
        ASSERT_EQ(bins.documents(), matrix.rows());
        ASSERT_EQ(bins.features(), matrix.columns());
        for (std::size_t i = 0; i < matrix.rows(); ++i) {
            for (std::size_t j = 0; j < matrix.columns(); ++j) {
                const float value = matrix.row(i)[j];
                const Values& boundaries = bins.boundaries()[j];
                // The first boundary that is not below the value: go left iff x <= boundary.
                const auto expected =
                    std::isnan(value)
                        ? std::ptrdiff_t{FeatureBins::missing}
                        : std::ranges::lower_bound(boundaries, value) - boundaries.begin();
                ASSERT_EQ(bins.bin(i, j), expected)
                    << "seed " << seed << " document " << i << " feature " << j;
            }
        }
    }
}

TEST(FeatureBins, BytesAgreeForAnyBoundaries) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        Random random(seed, "test any boundaries");
        BinBoundaries boundaries(7);
        FeatureMatrix matrix(500, 7);
        for (std::size_t j = 0; j < 7; ++j) {
            for (std::uint64_t k = random.below(600); k > 0; --k) {
                boundaries[j].push_back(random_value(random, j) + 0.0F);
            }
            std::ranges::sort(boundaries[j]);
            boundaries[j].erase(std::unique(boundaries[j].begin(), boundaries[j].end()),
                                boundaries[j].end());
            if (boundaries[j].size() > 254) boundaries[j].resize(254);
            for (std::size_t i = 0; i < 500; ++i) {
                const bool exact = !boundaries[j].empty() && i % 2 == 0;
                matrix.mutable_row(i)[j] = exact ? boundaries[j][random.below(boundaries[j].size())]
                                                 : random_value(random, j);
                if (i % 50 == 1) matrix.mutable_row(i)[j] = -0.0F;
            }
        }
        const FeatureBins bins(matrix, boundaries, 1);
        for (std::size_t i = 0; i < 500; ++i) {
            for (std::size_t j = 0; j < 7; ++j) {
                ASSERT_EQ(bins.bin(i, j),
                          std::ranges::lower_bound(boundaries[j], matrix.row(i)[j]) -
                              boundaries[j].begin())
                    << "seed " << seed << " document " << i << " feature " << j;
            }
        }
    }
}

TEST(FeatureBins, AreTheSameForAnyNumberOfThreads) {
    const FeatureMatrix matrix = random_matrix(3, 20'000, 21);
    const FeatureBins one = bin_features(matrix, {.sample = 5000, .threads = 1});
    for (const unsigned threads : {2U, 7U}) {
        const FeatureBins many = bin_features(matrix, {.sample = 5000, .threads = threads});
        EXPECT_EQ(one.boundaries(), many.boundaries());
        for (std::size_t feature = 0; feature < one.features(); ++feature)
            EXPECT_TRUE(std::ranges::equal(one.column(feature), many.column(feature)));
    }
}

TEST(FeatureBins, TheSeedChoosesTheSample) {
    const FeatureMatrix matrix = random_matrix(3, 5000, 7);
    const auto boundaries = [&](std::uint64_t seed, std::size_t sample) {
        return choose_boundaries(matrix, {.sample = sample, .seed = seed});
    };
    EXPECT_EQ(boundaries(1, 1000), boundaries(1, 1000));
    EXPECT_NE(boundaries(1, 1000), boundaries(2, 1000));
    EXPECT_EQ(boundaries(1, 5000), boundaries(2, 9000));  // then it is all the documents
}

TEST(FeatureBins, AreRefusedWhereTheirTablesHaveNoRoom) {
    const FeatureMatrix features(2, 2000);
    EXPECT_EQ(bin_features(features, {.most_bytes = std::size_t{1} << 24}).features(), 2000U);
    EXPECT_EQ(testing::error_message([&] { bin_features(features, {.most_bytes = 1'000'000}); }),
              "training data: 2,000 features x 6.15 kB for the table that finds the bins of its "
              "values need 12.3 MB of memory, more than the 1.00 MB allowed; number the features "
              "that occur from 1, without large gaps, or use fewer features");
}

TEST(FeatureBins, BinsOfAContinuousFeatureAreNearlyEqual) {
    const FeatureMatrix matrix = random_matrix(9, 50'000, 7);
    const FeatureBins bins = bin_features(matrix, {.bins = 100});
    ASSERT_EQ(bins.bins(6), 100U);
    std::vector<std::size_t> counts(100);
    for (std::size_t i = 0; i < 50'000; ++i) ++counts[bins.bin(i, 6)];
    EXPECT_GE(std::ranges::min(counts), 490U);
    EXPECT_LE(std::ranges::max(counts), 510U);
}

}  // namespace
}  // namespace gradus
