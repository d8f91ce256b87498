#include "gradus/models/tree_shap.hpp"

#include <bit>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "gradus/models/tree_ensemble.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/random_trees.hpp"

namespace gradus {
namespace {

/// What a tree says when only the features of the set (a bit each) are known: the definition.
double known_value(const Tree& tree, std::int32_t node, std::span<const float> row, unsigned set) {
    if (node < 0) return tree.leaves[Tree::place(node)].value;
    const Tree::Split& split = tree.splits[Tree::place(node)];
    if ((set >> split.feature & 1U) != 0) {
        const bool left = split.goes_left(row[split.feature]);
        return known_value(tree, left ? split.left : split.right, row, set);
    }
    const auto left = static_cast<double>(tree.documents(split.left));
    const auto right = static_cast<double>(tree.documents(split.right));
    const double share = left + right > 0.0 ? left / (left + right) : 0.5;
    return share * known_value(tree, split.left, row, set) +
           (1.0 - share) * known_value(tree, split.right, row, set);
}

/// Shapley's formula over all sets of features.
std::vector<double> brute_force(std::span<const Tree> trees, std::span<const float> row) {
    const std::size_t n = row.size();
    std::vector<double> worth(std::size_t{1} << n);
    for (unsigned set = 0; set < worth.size(); ++set)
        for (const Tree& tree : trees)
            worth[set] += known_value(tree, tree.splits.empty() ? -1 : 0, row, set);
    std::vector<double> values(n);
    for (std::size_t i = 0; i < n; ++i) {
        for (unsigned set = 0; set < worth.size(); ++set) {
            if ((set >> i & 1U) != 0) continue;
            const auto size = static_cast<double>(std::popcount(set));
            const double weight = std::tgamma(size + 1.0) *
                                  std::tgamma(static_cast<double>(n) - size) /
                                  std::tgamma(static_cast<double>(n) + 1.0);
            values[i] += weight * (worth[set | 1U << i] - worth[set]);
        }
    }
    return values;
}

/// Sums of a few dozen products of doubles.
constexpr double rounding = 1e-12;

TEST(TreeShap, AgreesWithTheDefinitionOverAllSetsOfFeatures) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Random random(seed, "shap");
        const auto features = static_cast<std::size_t>(1 + random.below(8));
        std::vector<Tree> trees;
        for (int t = 0; t < 3; ++t)
            trees.push_back(testing::random_tree(random, 1 + random.below(24), features));
        const TreeShap shap(0.25, trees, features);
        for (int trial = 0; trial < 5; ++trial) {
            const std::vector<float> row = testing::random_row(random, features);
            const Explanation explanation = shap.explain(row);
            const std::vector<double> expected = brute_force(trees, row);
            double sum = explanation.expectation;
            double score = 0.25;
            for (const Tree& tree : trees) score += tree.leaves[tree.leaf_of(row)].value;
            for (std::size_t j = 0; j < features; ++j) {
                EXPECT_NEAR(explanation.values[j], expected[j], rounding) << seed << ' ' << j;
                sum += explanation.values[j];
            }
            EXPECT_NEAR(sum, score, rounding) << seed;
        }
    }
}

TEST(TreeShap, IsExactOnLongPathsOfManyFeatures) {
    // A chain that asks feature after feature, with a value at its end alone. Where half of the
    // documents go each way (as they do where nothing was counted), all features share alike.
    for (const std::size_t length : {1U, 2U, 3U, 16U, 17U, 100U}) {
        Tree chain;
        for (std::size_t i = 0; i < length; ++i) {
            const auto next = static_cast<std::int32_t>(i + 1);
            chain.splits.push_back({.feature = static_cast<std::uint32_t>(i),
                                    .left = i + 1 < length ? next : ~0,
                                    .right = ~next});
            chain.leaves.push_back({});
        }
        chain.leaves.push_back({});
        chain.leaves[0].value = 1.0;
        const TreeShap shap(0.0, std::vector{chain}, length);
        const Explanation explanation = shap.explain(std::vector<float>(length, -1.0F));
        const double expectation = std::ldexp(1.0, -static_cast<int>(length));
        EXPECT_NEAR(explanation.expectation, expectation, rounding);
        for (const double value : explanation.values)
            EXPECT_NEAR(value, (1.0 - expectation) / static_cast<double>(length), rounding)
                << length;
    }
}

TEST(TreeShap, OneSplitGivesItsFeatureAllTheDifference) {
    const Tree tree{.splits = {{.feature = 1, .threshold = 0.0F}},
                    .leaves = {{.value = 8.0, .documents = 1}, {.value = 4.0, .documents = 3}}};
    const Explanation left =
        TreeShap(0.5, std::vector{tree}, 2).explain(std::vector<float>{9.0F, 0.0F});
    EXPECT_EQ(left.expectation, 5.5);
    EXPECT_EQ(left.values, (std::vector<double>{0.0, 3.0}));
}

TEST(TreeShap, AModelExplainsItsScores) {
    Random random(5, "model");
    const TreeEnsemble model(
        {"a", "b", "c"},
        1.0,
        {testing::random_tree(random, 9, 3), testing::random_tree(random, 9, 3)});
    const std::vector<float> row = testing::random_row(random, 3);
    const auto explanation = model.explain(row);
    ASSERT_TRUE(explanation.has_value());
    EXPECT_NEAR(
        std::accumulate(
            explanation->values.begin(), explanation->values.end(), explanation->expectation),
        static_cast<double>(model.score(row)),
        1e-6);  // the score is a float
}

TEST(TreeShap, RefusesADocumentWithTooFewValues) {
    const Tree tree{.splits = {{.feature = 2, .threshold = 0.5F}},
                    .leaves = {{.value = 1.0}, {.value = 2.0}}};
    const TreeShap shap(0.0, std::span(&tree, 1), 3);
    EXPECT_EQ(testing::error_message([&] { shap.explain(std::vector<float>(2)); }),
              "2 values for a document of 3 features; give a value for each feature of the model, "
              "NaN where it is missing");
}

TEST(WhyAbove, AddsUpToTheDifferenceOfTheScoresTheLargestFirst) {
    Random random(6, "model");
    std::vector<Tree> trees;
    for (int t = 0; t < 20; ++t) trees.push_back(testing::random_tree(random, 12, 6));
    const TreeShap shap(0.0, trees, 6);
    const auto score = [&](const std::vector<float>& row) {
        double sum = 0.0;
        for (const Tree& tree : trees) sum += tree.leaves[tree.leaf_of(row)].value;
        return sum;
    };
    const std::vector<float> a = testing::random_row(random, 6);
    const std::vector<float> b = testing::random_row(random, 6);
    const auto why = why_above(shap.explain(a), shap.explain(b));
    double sum = 0.0;
    for (std::size_t i = 0; i < why.size(); ++i) {
        sum += why[i].value;
        EXPECT_LE(std::abs(why[i].value), std::abs(why[i == 0 ? 0 : i - 1].value));
    }
    EXPECT_NE(score(a), score(b));
    EXPECT_NEAR(sum, score(a) - score(b), rounding);
}

TEST(LargestFirst, LeavesOutZeros) {
    const auto order = largest_first(std::vector<double>{1.0, 0.0, -3.0, 2.0});
    ASSERT_EQ(order.size(), 3);
    EXPECT_EQ(order[0].feature, 2);
    EXPECT_EQ(order[0].value, -3.0);
    EXPECT_EQ(order[1].feature, 3);
    EXPECT_EQ(order[2].feature, 0);
}

}  // namespace
}  // namespace gradus
