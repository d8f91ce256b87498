#include "gradus/data/feature_names.hpp"

#include <gtest/gtest.h>

namespace gradus {
namespace {

using Names = std::vector<std::string>;

TEST(FeatureNames, NumbersAreWrittenAsLetorWritesThem) {
    EXPECT_EQ(feature_number("1"), 1U);
    EXPECT_EQ(feature_number("1700"), 1700U);
    for (const char* name : {"", "0", "02", "+2", "-2", "2.0", " 2", "2a", "99999999999999999999"})
        EXPECT_FALSE(feature_number(name)) << name;
}

TEST(FeatureNames, AreNumbersWithoutNames) {
    Dataset data;
    data.features = FeatureMatrix(1, 2);
    EXPECT_EQ(names_of_features(data), (Names{"1", "2"}));
    data.feature_names = {"b", "a"};
    EXPECT_EQ(names_of_features(data), (Names{"b", "a"}));
}

TEST(FeatureNames, NumbersInOrderAreThoseOfFeaturesWithoutNames) {
    EXPECT_TRUE(are_numbered({"1", "2"}));
    EXPECT_TRUE(are_numbered({}));
    EXPECT_FALSE(are_numbered({"2", "1"}));
    EXPECT_FALSE(are_numbered({"2", "3"}));
    EXPECT_TRUE(are_numbers({"2", "1", "7"}));
    EXPECT_FALSE(are_numbers({"2", "a"}));
}

TEST(FeatureNames, PlacesCountOnlyBetweenWordsAndNumbersInOrder) {
    EXPECT_TRUE(only_places_tell({"1", "2"}, {"a", "b"}));
    EXPECT_TRUE(only_places_tell({"a", "b"}, {"1"}));
    EXPECT_FALSE(only_places_tell({"1", "2"}, {"1", "2", "3"}));
    EXPECT_FALSE(only_places_tell({"1", "2"}, {"2", "1"}));
    EXPECT_FALSE(only_places_tell({"2", "3"}, {"a", "b"}));
    EXPECT_FALSE(only_places_tell({"1", "2"}, {"a", "1"}));
    EXPECT_FALSE(only_places_tell({"a", "b"}, {"b", "a"}));
}

}  // namespace
}  // namespace gradus
