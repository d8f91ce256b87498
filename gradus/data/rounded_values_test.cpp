#include "gradus/data/rounded_values.hpp"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace gradus {
namespace {

TEST(RoundedValues, CountsValuesThatBecameEqual) {
    Dataset data;
    data.feature_names = {"f", "time"};
    RoundedValues values;
    for (const double exact : {1.7e9, 1.7e9, 1.7e9 + 1.0, 1.7e9 + 4096.0, 1.7e9 + 2.0})
        values.add(1, exact, static_cast<float>(exact));
    values.add(0, 1e30, 1e30F);
    EXPECT_EQ(values.note(data),
              "different values are equal as 32-bit floats (feature time: 2 values, such as "
              "1700000001 beside 1700000000); subtract a constant from the feature first");
    EXPECT_EQ(RoundedValues().note(data), "");
}

TEST(RoundedValues, AreLargeFromWhereFloatsSkipWholeNumbers) {
    const float missing = std::numeric_limits<float>::quiet_NaN();
    EXPECT_FALSE(RoundedValues::has_large(std::vector<float>{missing, 16777215.0F, -3.0F}));
    EXPECT_TRUE(RoundedValues::has_large(std::vector<float>{0.0F, -16777216.0F}));
    EXPECT_FALSE(RoundedValues::has_large({}));
}

}  // namespace
}  // namespace gradus
