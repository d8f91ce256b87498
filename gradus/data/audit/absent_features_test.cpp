#include "gradus/data/audit/absent_features.hpp"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace gradus {
namespace {

Dataset two_documents(std::vector<float> values, std::optional<Gaps> gaps) {
    const std::size_t columns = values.size() / 2;
    Dataset data;
    data.features = FeatureMatrix(2, columns);
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 0; j < columns; ++j)
            data.features.mutable_row(i)[j] = values[i * columns + j];
    data.gaps = gaps;
    return data;
}

TEST(AbsentFeatures, AreThoseThatEveryDocumentLeavesOut) {
    const float missing = std::numeric_limits<float>::quiet_NaN();
    FeatureSchema schema{.names = {"1", "2", "3"}, .gaps = Gaps::zero, .owner = "the model"};
    AbsentFeatures zeros(schema);
    const Dataset first = two_documents({0, 0, 0, 1}, Gaps::zero);
    zeros.add(first, FeatureAlignment(schema, first, "a.txt"));
    EXPECT_EQ(zeros.features(), (std::vector<std::size_t>{0, 2}));
    zeros.add(two_documents({0, 0, missing, 0, 0, 0}, Gaps::zero));
    EXPECT_EQ(zeros.features(), std::vector<std::size_t>{0});
    EXPECT_EQ(zeros.documents(), 4U);

    schema.gaps = Gaps::missing;
    AbsentFeatures gaps(schema);
    gaps.add(two_documents({missing, 0, missing, missing, 0, missing}, Gaps::missing));
    EXPECT_EQ(gaps.features(), (std::vector<std::size_t>{0, 2}));
}

TEST(AbsentFeatures, AreThoseThatAreUsed) {
    const FeatureSchema schema{
        .names = {"1", "2"}, .gaps = Gaps::zero, .owner = "the model", .used = {false, true}};
    AbsentFeatures absent(schema);
    absent.add(two_documents({0, 0, 0, 0}, Gaps::zero));
    EXPECT_EQ(absent.features(), std::vector<std::size_t>{1});
}

TEST(AbsentFeatures, AreNoneOfATable) {
    AbsentFeatures absent({.names = {"a"}, .gaps = {}, .owner = "the model"});
    absent.add(two_documents({0, 0}, {}));
    EXPECT_TRUE(absent.features().empty());
    EXPECT_EQ(occurring_features(two_documents({0, 0}, {})), std::vector<bool>{true});
    EXPECT_EQ(occurring_features(two_documents({0, 1, 0, 1}, Gaps::zero)),
              (std::vector<bool>{false, true}));
}

}  // namespace
}  // namespace gradus
