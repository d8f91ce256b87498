#include "gradus/data/feature_matrix.hpp"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "gradus/base/error.hpp"

namespace gradus {
namespace {

TEST(FeatureMatrix, StartsAtZero) {
    const FeatureMatrix matrix(3, 2);
    for (const float value : matrix.rows(0, 3)) EXPECT_EQ(value, 0.0F);
}

TEST(FeatureMatrix, GrowingKeepsOldValuesAndFillsNewColumns) {
    FeatureMatrix matrix;
    std::size_t filled = 0;
    std::size_t columns = 1;
    for (const std::size_t rows : {5U, 100U, 3000U, 3000U, 70'000U}) {
        columns += 3;
        matrix.grow(rows, columns, -1.0F, 1 << 30);
        for (; filled < rows; ++filled) {
            std::ranges::fill(matrix.mutable_row(filled),
                              static_cast<float>(1000 * columns + filled % 1000));
        }
    }
    ASSERT_EQ(matrix.rows(), 70'000U);
    ASSERT_EQ(matrix.columns(), 16U);
    const auto columns_of = [](std::size_t row) -> std::size_t {
        return row < 5 ? 4 : row < 100 ? 7 : row < 3000 ? 10 : 16;
    };
    for (std::size_t i = 0; i < matrix.rows(); ++i) {
        const std::size_t old = columns_of(i);
        for (std::size_t j = 0; j < 16; ++j) {
            ASSERT_EQ(matrix.row(i)[j], j < old ? static_cast<float>(1000 * old + i % 1000) : -1.0F)
                << i << " " << j;
        }
    }
}

TEST(FeatureMatrix, RefusesToOutgrowTheLimit) {
    FeatureMatrix matrix;
    try {
        matrix.grow(1'000'000, 1'000'000, 0.0F, 1'000'000'000);
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "1,000,000 documents of 1,000,000 features need 4.00 TB of memory, more than "
                     "the 1.00 GB allowed; "
                     "split the file or leave out features");
    }
}

TEST(FeatureMatrix, CloneIsIndependent) {
    FeatureMatrix matrix(2, 2);
    FeatureMatrix copy = matrix.clone();
    copy.mutable_row(1)[1] = 5.0F;
    EXPECT_EQ(matrix.row(1)[1], 0.0F);
    EXPECT_EQ(copy.row(1)[1], 5.0F);
}

constexpr float foreign[] = {1, 2, 3, 4, 5, 6};

/// Keeps `foreign`, of which the fourth float is damaged.
class Guard final : public CheckedMemory {
  public:
    void check(const void* begin, const void* end) const override {
        if (begin <= foreign + 3 && end > foreign + 3)
            throw Error({"cache"}, "float 3 is damaged", "make it again");
    }
};

TEST(FeatureMatrix, AsksTheKeeperOfForeignMemoryBeforeItIsRead) {
    const FeatureMatrix matrix(3, 2, foreign, std::make_shared<Guard>());
    EXPECT_EQ(matrix.row(0)[1], 2.0F);
    EXPECT_EQ(matrix.row(2)[0], 5.0F);
    EXPECT_THROW(matrix.row(1), Error);
    EXPECT_THROW(matrix.rows(0, 3), Error);
}

}  // namespace
}  // namespace gradus
