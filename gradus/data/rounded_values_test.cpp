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

TEST(RoundedValues, AreTinyFromWhereFloatsLoseDigits) {
    for (const char* text : {"1e-38", "2E-300", "1 qid:1 1:1e-5 2:1e-45", "1e-0400"})
        EXPECT_TRUE(RoundedValues::has_tiny(text)) << text;
    for (const char* text : {"", "e", "e-", "1e-30", "1e38", "1e+40", "-400", "see-also", "1e-3"})
        EXPECT_FALSE(RoundedValues::has_tiny(text)) << text;
    EXPECT_TRUE(RoundedValues::is_suspect(0.0F, "1e-60"));
    EXPECT_FALSE(RoundedValues::is_suspect(0.0F, "0.000"));
    EXPECT_TRUE(RoundedValues::is_suspect(-1e9F, "-1e9"));
}

TEST(RoundedValues, AValueThatVanishesIsEqualToZeros) {
    Dataset data;
    data.features = FeatureMatrix(2, 1);
    data.features.mutable_row(0)[0] = 0.0F;
    data.features.mutable_row(1)[0] = 1.0F;
    RoundedValues values;
    values.add(0, 1e-60, 0.0F);
    EXPECT_EQ(values.note(data), "");
    data.features.mutable_row(1)[0] = 0.0F;
    EXPECT_EQ(values.note(data),
              "different values are equal as 32-bit floats (feature 1: 1 value, such as 1e-60 "
              "beside 0); scale the feature up first");
}

}  // namespace
}  // namespace gradus
