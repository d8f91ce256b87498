#include "gradus/evaluation/permutation_importance.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/evaluation/evaluator.hpp"
#include "gradus/models/linear.hpp"
#include "gradus/models/tree_ensemble.hpp"

namespace gradus {
namespace {

/// Grades are feature 0; feature 1 is noise.
Dataset planted() {
    Random random(1, "planted");
    Dataset data;
    data.gaps = Gaps::zero;
    data.features = FeatureMatrix(600, 2);
    data.labels.push_back({"grade", {}});
    data.query_begins.push_back(0);
    for (std::size_t i = 0; i < data.documents(); ++i) {
        const auto row = data.features.mutable_row(i);
        row[0] = static_cast<float>(random.below(4));
        row[1] = static_cast<float>(random.normal());
        data.labels[0].values.push_back(row[0]);
        if ((i + 1) % 6 == 0) {
            data.query_ids.push_back(std::to_string(i));
            data.query_begins.push_back(i + 1);
        }
    }
    return data;
}

LinearModel planted_model() {
    return LinearModel(
        {{"grade", {0.0, 1.0}, 1.0}, {"noise", {0.0, 1.0}, 0.0}, {"absent", {0.0, 1.0}, 1.0}});
}

TEST(PermutationImportance, AFeatureThatDecidesCostsWhatARandomOrderCosts) {
    const Dataset data = planted();
    const auto measure = named_measure("NDCG");
    const auto result =
        permutation_importance(planted_model(), data, "data", measure, {.repeats = 20});
    EXPECT_EQ(result.value, 1.0);
    // An order drawn at random, by hand.
    Random random(7, "order");
    const Evaluator evaluator(data, {measure}, 1);
    double chance = 0.0;
    for (int trial = 0; trial < 20; ++trial) {
        std::vector<float> scores(data.documents());
        for (float& score : scores) score = static_cast<float>(random.uniform());
        chance += evaluator.means(scores).front() / 20.0;
    }
    EXPECT_GT(chance, 0.5);
    EXPECT_LT(chance, 0.9);
    // 100 queries, 20 repeats each: the means are within a few thousandths. Shuffled grades have
    // ties, which a random order of distinct scores has not, but both are blind.
    EXPECT_NEAR(result.drops[0], 1.0 - chance, 0.01);
    EXPECT_GT(result.deviations[0], 0.0);
    EXPECT_LT(result.deviations[0], 0.05);
}

TEST(PermutationImportance, AFeatureWithoutWeightOrValuesCostsNothing) {
    const Dataset data = planted();
    const auto result =
        permutation_importance(planted_model(), data, "data", named_measure("NDCG"), {});
    EXPECT_EQ(result.drops[1], 0.0);
    EXPECT_EQ(result.deviations[1], 0.0);
    EXPECT_EQ(result.drops[2], 0.0);  // the model's feature that the data lacks
}

TEST(PermutationImportance, IsMeanAndDeviationOfTheRepeats) {
    const Dataset data = planted();
    const auto measure = named_measure("NDCG");
    const LinearModel model = planted_model();
    const auto drops = [&](std::size_t repeats) {
        return permutation_importance(model, data, "data", measure, {.repeats = repeats});
    };
    // The first repeat is the same whether a second follows or not.
    const double first = drops(1).drops[0];
    const double second = 2.0 * drops(2).drops[0] - first;
    EXPECT_EQ(drops(1).deviations[0], 0.0);
    EXPECT_NE(first, second);
    EXPECT_NEAR(drops(2).deviations[0], std::abs(first - second) / std::sqrt(2.0), 1e-12);
}

TEST(PermutationImportance, IsTheSameForAnyNumberOfThreadsAndAnotherForAnotherSeed) {
    const Dataset data = planted();
    const auto measure = named_measure("NDCG@3");
    const TreeEnsemble model(
        {"grade", "noise"},
        0.0,
        {{.splits = {{.feature = 0, .threshold = 1.0F, .left = 1, .right = ~0},
                     {.feature = 1, .threshold = 0.0F, .left = ~1, .right = ~2}},
          .leaves = {{.value = 2.0}, {.value = 1.0}, {.value = 0.0}}}});
    const auto drops = [&](unsigned threads, std::uint64_t seed) {
        return permutation_importance(
                   model, data, "data", measure, {.repeats = 3, .seed = seed, .threads = threads})
            .drops;
    };
    EXPECT_EQ(drops(1, 1), drops(4, 1));
    EXPECT_NE(drops(1, 1), drops(1, 2));
}

}  // namespace
}  // namespace gradus
