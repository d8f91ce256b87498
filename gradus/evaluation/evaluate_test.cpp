#include "gradus/evaluation/evaluate.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace gradus {
namespace {

Dataset three_queries() {
    Dataset data;
    data.features = FeatureMatrix(5, 1);
    data.labels.push_back({"grade", {0, 1, 0, 0, 2}});
    data.labels.push_back({"click", {1, 0, std::nanf(""), 1, 0}});
    for (const char* id : {"a", "b", "c"}) data.query_ids.push_back(id);
    data.query_begins = {0, 2, 4, 5};
    return data;
}

TEST(Evaluate, RanksEachQueryAndCountsUndefinedOnesAsZero) {
    const Dataset data = three_queries();
    const std::vector<float> scores = {2, 1, 5, 6, 0};
    const QueryValues result =
        evaluate(data, data.label("grade"), scores, *make_measure("NDCG"), 1);
    EXPECT_NEAR(result.values[0], 1 / std::log2(3), 1e-12);
    EXPECT_TRUE(std::isnan(result.values[1]));
    EXPECT_EQ(result.values[2], 1.0);
    EXPECT_EQ(result.undefined, 1U);
    EXPECT_NEAR(result.mean, (1 / std::log2(3) + 1) / 3, 1e-12);
}

TEST(Evaluate, TakesAnyLabelColumnAndMissingGradesAsZero) {
    const Dataset data = three_queries();
    const std::vector<float> scores = {2, 1, 5, 6, 0};
    const QueryValues result =
        evaluate(data, data.label("click"), scores, *make_measure("NDCG"), 3);
    EXPECT_EQ(result.values[0], 1.0);
    EXPECT_EQ(result.values[1], 1.0);
    EXPECT_TRUE(std::isnan(result.values[2]));
}

}  // namespace
}  // namespace gradus
