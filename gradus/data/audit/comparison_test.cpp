#include "gradus/data/audit/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/data/formats/csv.hpp"
#include "gradus/data/formats/letor.hpp"

namespace gradus {
namespace {

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

Dataset csv(std::string_view text) {
    return read_csv(TextSource::of_memory("data.csv", text), "", ',', {});
}
Dataset letor(std::string_view text) {
    return read_letor(TextSource::of_memory("data.txt", text), "", {});
}

TEST(MatchColumns, GoesByNameWhereBothHaveNames) {
    const ColumnMatch match =
        match_columns(csv("query,grade,a,b,c\nq,0,1,2,3\n"), csv("query,grade,c,d,a\nq,0,1,2,3\n"));
    EXPECT_TRUE(match.by_name);
    EXPECT_EQ(match.common, (Pairs{{0, 2}, {2, 0}}));
    EXPECT_FALSE(match.same_order());
    EXPECT_EQ(match.only_first, std::vector<std::size_t>{1});
    EXPECT_EQ(match.only_second, std::vector<std::size_t>{1});
}

TEST(MatchColumns, GoesByNumberOtherwise) {
    const ColumnMatch match =
        match_columns(csv("query,grade,a,b\nq,0,1,2\n"), letor("0 qid:1 1:1 2:1 3:1\n"));
    EXPECT_FALSE(match.by_name);
    EXPECT_EQ(match.common, (Pairs{{0, 0}, {1, 1}}));
    EXPECT_TRUE(match.same_order());
    EXPECT_TRUE(match.only_first.empty());
    EXPECT_EQ(match.only_second, std::vector<std::size_t>{2});
}

TEST(DistributionDistance, IsTheLargestDifferenceOfShares) {
    const std::vector<float> a = {1, 2, 3, 4};
    const std::vector<float> b = {3, 4, 5, 6};
    EXPECT_DOUBLE_EQ(distribution_distance(a, 4, b, 4), 0.5);
    EXPECT_DOUBLE_EQ(distribution_distance(a, 4, a, 4), 0.0);
    EXPECT_DOUBLE_EQ(distribution_distance(a, 4, std::vector<float>{7}, 1), 1.0);
    const std::vector<float> c = {1, 1, 1, 2};
    EXPECT_DOUBLE_EQ(distribution_distance(c, 4, std::vector<float>{1, 2, 2, 2}, 4), 0.5);
}

TEST(DistributionDistance, TakesMissingValuesForTheSmallest) {
    const std::vector<float> a = {1, 2};
    EXPECT_DOUBLE_EQ(distribution_distance(a, 4, a, 2), 0.5);
    EXPECT_DOUBLE_EQ(distribution_distance({}, 3, {}, 5), 0.0);
    EXPECT_DOUBLE_EQ(distribution_distance({}, 3, a, 2), 1.0);
}

/// By the definition: at every value of either, all values are counted.
double slow_distance(const std::vector<float>& a,
                     std::size_t rows_of_a,
                     const std::vector<float>& b,
                     std::size_t rows_of_b) {
    const auto up_to = [](const std::vector<float>& values, std::size_t rows, float x) {
        const auto count = std::ranges::count_if(values, [&](float value) { return value <= x; });
        return static_cast<double>(rows - values.size() + static_cast<std::size_t>(count)) /
               static_cast<double>(rows);
    };
    std::vector<float> places = a;
    places.insert(places.end(), b.begin(), b.end());
    places.push_back(-1e30F);
    double largest = 0.0;
    for (const float x : places)
        largest = std::max(largest, std::abs(up_to(a, rows_of_a, x) - up_to(b, rows_of_b, x)));
    return largest;
}

TEST(DistributionDistance, AgreesWithItsDefinition) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed, "distance");
        const auto draw = [&] {
            std::vector<float> values(random.below(12));
            for (float& value : values) value = static_cast<float>(random.below(8)) - 3.0F;
            std::ranges::sort(values);
            return values;
        };
        const std::vector<float> a = draw();
        const std::vector<float> b = draw();
        const std::size_t rows_of_a = a.size() + 1 + random.below(3);
        const std::size_t rows_of_b = b.size() + 1 + random.below(3);
        EXPECT_DOUBLE_EQ(distribution_distance(a, rows_of_a, b, rows_of_b),
                         slow_distance(a, rows_of_a, b, rows_of_b))
            << "seed " << seed;
    }
}

TEST(FeatureShifts, AreThoseOfTheCommonColumns) {
    const Dataset first = csv("query,grade,a,b\nq,0,1,\nq,0,2,1\n");
    const Dataset second = csv("query,grade,b,a\nq,0,1,5\nq,0,1,6\n");
    const ColumnMatch match = match_columns(first, second);
    for (const unsigned threads : {1U, 3U}) {
        const std::vector<FeatureShift> shifts = feature_shifts(first, second, match, threads);
        ASSERT_EQ(shifts.size(), 2U);
        EXPECT_EQ(shifts[0].second, 1U);
        EXPECT_DOUBLE_EQ(shifts[0].distance, 1.0);
        EXPECT_DOUBLE_EQ(shifts[1].distance, 0.5);
    }
}

TEST(NotableDistance, IsBeyondChance) {
    EXPECT_DOUBLE_EQ(notable_distance(100'000, 100'000), 0.1);
    EXPECT_DOUBLE_EQ(notable_distance(50, 50), 1.63 * std::sqrt(2.0 / 50.0));
}

}  // namespace
}  // namespace gradus
