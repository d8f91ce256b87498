#include "gradus/learners/svm/problem/feature_map.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/learners/svm/problem/feature_space.hpp"

namespace gradus::svm {
namespace {

constexpr std::size_t documents = 3000;  // three stretches

/// With missing values, repeated ones and a feature that has none.
Dataset odd_data(std::uint64_t seed) {
    Random random(seed, "features");
    Dataset data;
    data.features = FeatureMatrix(documents, 4);
    data.labels.push_back({"grade", std::vector<float>(documents)});
    data.query_ids.push_back("1");
    data.query_begins.push_back(0);
    data.query_begins.push_back(documents);
    for (std::size_t i = 0; i < documents; ++i) {
        const auto row = data.features.mutable_row(i);
        row[0] = static_cast<float>(random.normal());
        row[1] = static_cast<float>(random.below(5));
        row[2] = random.chance(0.3) ? std::nanf("") : static_cast<float>(random.uniform());
        row[3] = std::nanf("");
    }
    return data;
}

/// Scores and pulls of a map must be those of its rows, one by one.
void expect_to_agree_with_rows(const FeatureMap& map) {
    Random random(5, "weights");
    std::vector<double> weights(map.dimensions());
    for (double& each : weights) each = random.normal();
    std::vector<double> score_gradients(documents);
    for (double& each : score_gradients) each = random.chance(0.3) ? 0.0 : random.normal();
    std::vector<double> scores(documents);
    map.score(weights, 0, scores);
    std::vector<double> gradient(map.dimensions(), 7.0);
    map.add_gradient(0, score_gradients, gradient);
    std::vector<double> expected(map.dimensions());
    std::vector<double> row;
    for (std::size_t i = 0; i < documents; ++i) {
        map.row(i, row);
        ASSERT_EQ(row.size(), map.dimensions());
        double score = 0.0;
        for (std::size_t k = 0; k < row.size(); ++k) {
            score += weights[k] * row[k];
            expected[k] += score_gradients[i] * row[k];
        }
        ASSERT_NEAR(scores[i], score, 1e-12 * (1.0 + std::abs(score)));
    }
    for (std::size_t k = 0; k < expected.size(); ++k)
        ASSERT_NEAR(gradient[k], expected[k], 1e-10) << k;
    // A part is the whole with gradients of 0 elsewhere.
    constexpr std::size_t first = 1000;
    constexpr std::size_t size = 1100;
    std::vector<double> few(size);
    map.score(weights, first, few);
    EXPECT_TRUE(std::ranges::equal(few, std::span(scores).subspan(first, size)));
    std::vector<double> of_part(map.dimensions());
    map.add_gradient(first, std::span(score_gradients).subspan(first, size), of_part);
    for (std::size_t i = 0; i < documents; ++i)
        if (i < first || i >= first + size) score_gradients[i] = 0.0;
    map.add_gradient(0, score_gradients, gradient);
    for (std::size_t k = 0; k < expected.size(); ++k)
        ASSERT_NEAR(gradient[k], of_part[k], 1e-10) << k;
}

TEST(FeatureMap, OfValuesAgreesWithItsRows) {
    const Dataset data = odd_data(1);
    const DenseFeatures map(data, feature_scales(data), 2);
    EXPECT_EQ(map.dimensions(), 4U);
    expect_to_agree_with_rows(map);
}

TEST(FeatureMap, OfBitsAgreesWithItsRowsAndWithTheBitsWrittenOut) {
    const Dataset data = odd_data(2);
    for (const ThresholdRule rule : {ThresholdRule::strict, ThresholdRule::inclusive}) {
        const Thresholds thresholds = choose_thresholds(data, {.count = 255, .rule = rule});
        const IndicatorFeatures map(data, thresholds, 2);
        expect_to_agree_with_rows(map);
        const Dataset bits = to_indicators(data, thresholds, "data", 1);
        std::vector<double> row;
        for (std::size_t i = 0; i < documents; ++i) {
            map.row(i, row);
            for (std::size_t k = 0; k < row.size(); ++k)
                ASSERT_EQ(row[k], static_cast<double>(bits.features.row(i)[k]));
        }
    }
}

TEST(FeatureMap, PullsTheSameBitsForAnyNumberOfThreads) {
    const Dataset data = odd_data(3);
    const Thresholds thresholds = choose_thresholds(data, {.count = 20});
    Random random(6, "score_gradients");
    std::vector<double> score_gradients(documents);
    for (double& each : score_gradients) each = random.normal();
    const auto pull = [&](const FeatureMap& map) {
        std::vector<double> gradient(map.dimensions());
        map.add_gradient(0, score_gradients, gradient);
        return gradient;
    };
    const auto values = pull(DenseFeatures(data, feature_scales(data), 1));
    const auto bits = pull(IndicatorFeatures(data, thresholds, 1));
    for (const unsigned threads : {2U, 3U, 8U}) {
        EXPECT_EQ(pull(DenseFeatures(data, feature_scales(data), threads)), values);
        EXPECT_EQ(pull(IndicatorFeatures(data, thresholds, threads)), bits);
    }
}

// A model must give every document the score that it had in training.
TEST(FeatureSpace, ModelsScoreAsTheMapDoes) {
    const Dataset data = odd_data(4);
    for (const FeatureKind kind : {FeatureKind::values, FeatureKind::bits}) {
        const auto space = make_feature_space(data, {.features = kind, .thresholds = 11}, 1);
        const auto map = space->map(data, 1);
        Random random(7, "weights");
        std::vector<double> weights(map->dimensions());
        for (double& each : weights) each = random.normal();
        std::vector<double> scores(documents);
        map->score(weights, 0, scores);
        const auto model = space->model(weights, {});
        for (std::size_t i = 0; i < documents; ++i)
            ASSERT_NEAR(model->score(data.features.row(i)), scores[i], 1e-5);
    }
}

}  // namespace
}  // namespace gradus::svm
