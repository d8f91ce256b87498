#include "gradus/analysis/feature_table.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/evaluation/evaluator.hpp"
#include "gradus/testing/random_queries.hpp"
#include "gradus/testing/scored_data.hpp"

namespace gradus {
namespace {

/// One query whose documents have these grades and values of one feature.
Dataset one_query(const std::vector<float>& grades, const std::vector<float>& values) {
    Dataset data = testing::graded_data({grades});
    data.features = FeatureMatrix(grades.size(), 1);
    for (std::size_t i = 0; i < values.size(); ++i) data.features.mutable_row(i)[0] = values[i];
    return data;
}

FeatureTable table_of(const Dataset& data, const char* measure, unsigned threads = 1) {
    return feature_table(data, named_measure(measure), {.threads = threads});
}

TEST(FeatureTable, DescribesTheValues) {
    const float missing = std::nanf("");
    const FeatureRow row =
        table_of(one_query({0, 1, 0, 2}, {2.0F, -0.0F, missing, 0.0F}), "NDCG").rows[0];
    EXPECT_EQ(row.missing, 1U);
    EXPECT_EQ(row.distinct, 2U);
    EXPECT_EQ(row.min, 0.0);
    EXPECT_EQ(row.max, 2.0);
    EXPECT_DOUBLE_EQ(row.mean, 2.0 / 3.0);
    EXPECT_DOUBLE_EQ(row.deviation, std::sqrt(8.0) / 3.0);
    const FeatureRow empty = table_of(one_query({0, 1}, {missing, missing}), "NDCG").rows[0];
    EXPECT_EQ(empty.missing, 2U);
    EXPECT_EQ(empty.distinct, 0U);
    EXPECT_TRUE(std::isnan(empty.min) && std::isnan(empty.mean) && std::isnan(empty.deviation));
}

TEST(FeatureTable, RanksInBothDirections) {
    const FeatureRow row = table_of(one_query({0, 1, 0}, {1, 2, 3}), "RR").rows[0];
    EXPECT_DOUBLE_EQ(row.high_first, 0.5);
    EXPECT_DOUBLE_EQ(row.low_first, 0.5);
    const FeatureRow falling = table_of(one_query({1, 0, 0}, {1, 2, 3}), "RR").rows[0];
    EXPECT_DOUBLE_EQ(falling.high_first, 1.0 / 3.0);
    EXPECT_DOUBLE_EQ(falling.low_first, 1.0);
    EXPECT_DOUBLE_EQ(falling.best(), 1.0);
}

TEST(FeatureTable, MissingValuesComeLastInBothDirections) {
    const float missing = std::nanf("");
    const FeatureRow row = table_of(one_query({1, 0, 0}, {missing, 2, 3}), "RR").rows[0];
    EXPECT_DOUBLE_EQ(row.high_first, 1.0 / 3.0);
    EXPECT_DOUBLE_EQ(row.low_first, 1.0 / 3.0);
}

TEST(FeatureTable, TheOrderOfTheFileSaysNothing) {
    const FeatureTable sorted = table_of(one_query({2, 1, 0}, {7, 7, 7}), "NDCG@2");
    const FeatureTable reversed = table_of(one_query({0, 1, 2}, {7, 7, 7}), "NDCG@2");
    EXPECT_DOUBLE_EQ(sorted.rows[0].high_first, reversed.rows[0].high_first);
    EXPECT_DOUBLE_EQ(sorted.rows[0].low_first, sorted.any_order);
    EXPECT_LT(sorted.any_order, 1.0);
    const FeatureTable partly = table_of(one_query({1, 0, 0}, {5, 5, 1}), "RR");
    EXPECT_DOUBLE_EQ(partly.rows[0].high_first, 0.75);
}

TEST(FeatureTable, QueriesWithoutARelevantDocumentCount0) {
    const FeatureTable table = table_of(testing::graded_data({{0, 0}, {1, 0}}), "NDCG");
    EXPECT_EQ(table.undefined, 1U);
    EXPECT_DOUBLE_EQ(table.any_order, 0.5 * (1.0 + 1.0 / std::log2(3.0)) / 2.0);
}

/// The measure by way of scores, where no two are equal in a query.
TEST(FeatureTable, AgreesWithTheEvaluationOfScores) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        Dataset data = testing::random_queries(seed, {.queries = 9, .missing = 0.0});
        for (std::size_t i = 0; i < data.documents(); ++i)  // no ties
            data.features.mutable_row(i)[1] += 1e-3F * static_cast<float>((i * 7919) % 997);
        const FeatureTable table = table_of(data, "NDCG@3");
        std::vector<float> scores(data.documents());
        for (const float sign : {1.0F, -1.0F}) {
            for (std::size_t i = 0; i < scores.size(); ++i)
                scores[i] = sign * data.features.row(i)[1];
            const double expected =
                Evaluator(data, {named_measure("NDCG@3")}, 1).means(scores).front();
            const FeatureRow& row = table.rows[1];
            EXPECT_NEAR(sign > 0 ? row.high_first : row.low_first, expected, 1e-12)
                << "seed " << seed;
        }
    }
}

TEST(FeatureTable, IsTheSameForAnyNumberOfThreads) {
    const Dataset data = testing::random_queries(3, {.queries = 200, .features = 40});
    const FeatureTable one = table_of(data, "ERR@5", 1);
    const FeatureTable five = table_of(data, "ERR@5", 5);
    EXPECT_EQ(one.any_order, five.any_order);
    for (std::size_t j = 0; j < one.rows.size(); ++j) {
        EXPECT_EQ(one.rows[j].high_first, five.rows[j].high_first) << j;
        EXPECT_EQ(one.rows[j].low_first, five.rows[j].low_first) << j;
        EXPECT_EQ(one.rows[j].mean, five.rows[j].mean) << j;
    }
}

}  // namespace
}  // namespace gradus
