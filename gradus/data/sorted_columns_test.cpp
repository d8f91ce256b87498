#include "gradus/data/sorted_columns.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/data/float_key.hpp"

namespace gradus {
namespace {

TEST(FloatKey, RisesWithTheFloatAndComesBack) {
    Random random(1, "test float key");
    std::vector<float> values = {0.0F,
                                 std::numeric_limits<float>::max(),
                                 std::numeric_limits<float>::lowest(),
                                 std::numeric_limits<float>::denorm_min(),
                                 -std::numeric_limits<float>::denorm_min()};
    while (values.size() < 500) {
        const auto value = std::bit_cast<float>(random.bits32());
        if (std::isfinite(value)) values.push_back(value);
    }
    for (const float a : values) {
        EXPECT_EQ(float_of_key(float_key(a)), a);
        for (const float b : values) EXPECT_EQ(float_key(a) < float_key(b), a < b) << a << " " << b;
    }
}

TEST(SortedColumns, AgreeWithSortingEachColumn) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Random random(seed, "test sorted columns");
        FeatureMatrix matrix(random.below(300), 1 + random.below(20));
        for (std::size_t i = 0; i < matrix.rows(); ++i) {
            for (std::size_t j = 0; j < matrix.columns(); ++j) {
                float value = std::bit_cast<float>(random.bits32());
                if (j % 3 == 0) value = static_cast<float>(random.below(5)) - 2.0F;
                if (j == 1) value = 7.0F;
                if (j == 2 && random.chance(0.5)) value = -0.0F;
                if (std::isinf(value) || random.chance(0.1)) {
                    value = std::numeric_limits<float>::quiet_NaN();
                }
                matrix.mutable_row(i)[j] = value;
            }
        }
        std::vector<std::size_t> documents(matrix.rows() / 2);
        for (std::size_t i = 0; i < documents.size(); ++i) documents[i] = 2 * i;
        for (const unsigned threads : {1U, 2U, 7U}) {
            std::vector<std::vector<float>> got(matrix.columns());
            for_each_sorted_column(matrix, documents, threads, [&](std::size_t j, auto values) {
                got[j].assign(values.begin(), values.end());
            });
            for (std::size_t j = 0; j < matrix.columns(); ++j) {
                std::vector<float> expected;
                for (const std::size_t i : documents) {
                    if (!std::isnan(matrix.row(i)[j])) expected.push_back(matrix.row(i)[j]);
                }
                std::ranges::sort(expected);
                EXPECT_EQ(got[j], expected) << "seed " << seed << " feature " << j;
                for (const float value : got[j]) EXPECT_FALSE(value == 0.0F && std::signbit(value));
            }
        }
    }
}

}  // namespace
}  // namespace gradus
