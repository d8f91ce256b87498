#include "gradus/data/transforms/fill.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace gradus {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

std::vector<double> filled(std::string_view by, std::vector<double> values) {
    fill_missing(fill_from(by).value(), values);
    return values;
}

TEST(FillMissing, TakesWhatTheOtherValuesOfTheQueryGive) {
    EXPECT_EQ(filled("least", {3, missing, -1, 2}), (std::vector<double>{3, -1, -1, 2}));
    EXPECT_EQ(filled("mean", {3, missing, 1, 5}), (std::vector<double>{3, 3, 1, 5}));
    EXPECT_EQ(filled("median", {9, missing, 1, 2}), (std::vector<double>{9, 2, 1, 2}));
    EXPECT_EQ(filled("median", {9, missing, 1}), (std::vector<double>{9, 5, 1}));
    EXPECT_EQ(filled("zero", {9, missing}), (std::vector<double>{9, 0}));
    EXPECT_EQ(filled("-2.5", {9, missing}), (std::vector<double>{9, -2.5}));
}

TEST(FillMissing, IsZeroWhereTheQueryHasNoValue) {
    for (const char* by : {"least", "mean", "median", "zero"})
        EXPECT_EQ(filled(by, {missing, missing}), (std::vector<double>{0, 0})) << by;
}

TEST(FillMissing, CountsAndKeepsLargeValuesFinite) {
    const auto largest = static_cast<double>(std::numeric_limits<float>::max());
    std::vector<double> values = {largest, missing, largest, missing};
    EXPECT_EQ(fill_missing(Fill{.by = Fill::By::median}, values), 2U);
    EXPECT_EQ(values[1], largest);
}

TEST(FillFrom, RefusesOtherWords) {
    for (const char* text : {"", "most", "1x", "nan", "inf", "1e39", "Least"})
        EXPECT_FALSE(fill_from(text).has_value()) << text;
}

TEST(FillMissing, StaysWithinTheQueryAndFeatureForAnyNumberOfThreads) {
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    const float rows[][2] = {{5, none}, {none, 2}, {1, none}, {none, 7}};
    for (const unsigned threads : {1U, 3U}) {
        Dataset data;
        data.features = FeatureMatrix(4, 2);
        for (std::size_t i = 0; i < 4; ++i)
            std::ranges::copy(rows[i], data.features.mutable_row(i).begin());
        data.query_ids.push_back("a");
        data.query_ids.push_back("b");
        data.query_begins = std::vector<std::size_t>{0, 2, 4};
        EXPECT_EQ(fill_missing(data, Fill{.by = Fill::By::least}, threads), 4U);
        const float expected[][2] = {{5, 2}, {5, 2}, {1, 7}, {1, 7}};
        for (std::size_t i = 0; i < 4; ++i)
            EXPECT_TRUE(std::ranges::equal(data.features.row(i), expected[i])) << i;
    }
}

}  // namespace
}  // namespace gradus
