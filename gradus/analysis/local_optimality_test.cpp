#include "gradus/analysis/local_optimality.hpp"

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/base/random.hpp"
#include "gradus/evaluation/evaluator.hpp"
#include "gradus/models/linear.hpp"
#include "gradus/models/net.hpp"
#include "gradus/models/tree_ensemble.hpp"
#include "gradus/scoring/scorer.hpp"

namespace gradus {
namespace {

constexpr std::size_t features = 3;

/// Grades that follow the first feature.
Dataset data_of(std::size_t queries, std::uint64_t seed) {
    Random random(seed, "optimality data");
    constexpr std::size_t size = 8;
    Dataset data;
    data.features = FeatureMatrix(queries * size, features);
    data.labels.push_back({"grade", {}});
    data.query_begins.push_back(0);
    for (std::size_t query = 0; query < queries; ++query) {
        for (std::size_t i = 0; i < size; ++i) {
            const auto row = data.features.mutable_row(query * size + i);
            for (float& x : row) x = static_cast<float>(random.normal());
            data.labels[0].values.push_back(row[0] > 1.0F ? 2.0F : row[0] > 0.0F ? 1.0F : 0.0F);
        }
        data.query_ids.push_back(std::to_string(query));
        data.query_begins.push_back((query + 1) * size);
    }
    return data;
}

std::unique_ptr<const LinearModel> linear(const std::vector<double>& weights) {
    std::vector<LinearModel::Feature> all;
    for (const double weight : weights)
        all.push_back({std::to_string(all.size() + 1), {0.5, 2.0}, weight});
    return std::make_unique<LinearModel>(std::move(all));
}

std::vector<NamedMeasure> targets(const std::vector<std::string>& texts) {
    std::vector<NamedMeasure> all;
    for (const std::string& text : texts) all.push_back(named_measure(text));
    return all;
}

void expect_scores(const Model& moved,
                   const Dataset& data,
                   const std::vector<float>& scores,
                   float tolerance) {
    const auto expected = score_all(moved, data, "data", 1);
    ASSERT_EQ(scores.size(), expected.size());
    for (std::size_t i = 0; i < scores.size(); ++i) EXPECT_NEAR(scores[i], expected[i], tolerance);
}

TEST(PerturbedModel, ScoresAsAModelWithMovedWeightsDoes) {
    Dataset data = data_of(10, 1);
    data.features.mutable_row(3)[1] = std::numeric_limits<float>::quiet_NaN();
    const std::vector<double> direction = {0.6, -0.8, 0.0};
    const auto model = linear({1.0, 0.5, -2.0});
    const auto perturbed = perturbed_model(*model, data, "data", 2);
    EXPECT_EQ(perturbed->weights(), 3U);
    EXPECT_NEAR(perturbed->norm(), std::sqrt(1.0 + 0.25 + 4.0), 1e-12);
    const auto scores = perturbed->scores(direction, std::vector<double>{0.0, 0.7});
    expect_scores(*model, data, scores[0], 1e-5F);
    expect_scores(*linear({1.42, -0.06, -2.0}), data, scores[1], 1e-5F);
}

TEST(PerturbedModel, MovesEveryWeightOfANet) {
    const Dataset data = data_of(10, 2);
    const net::Shape shape{.inputs = features, .hidden = 2};
    Random random(1, "net");
    std::vector<float> weights(shape.weights());
    for (std::size_t k = 0; k < weights.size(); ++k)
        if (k % shape.lanes() < shape.hidden) weights[k] = static_cast<float>(random.normal());
    const std::vector<NetInput> inputs = {{"a", {0.0, 1.0}}, {"b", {1.0, 2.0}}, {"c", {0.0, 1.0}}};
    const NetModel model(inputs, 2, weights);
    const auto perturbed = perturbed_model(model, data, "data", 1);
    ASSERT_EQ(perturbed->weights(), 10U);
    for (std::size_t k = 0; k < 10; ++k) {
        std::vector<double> direction(10);
        direction[k] = 1.0;
        const auto scores = perturbed->scores(direction, std::vector<double>{0.25});
        // Which weight it is does not matter, but each must be one of its own.
        std::size_t matches = 0;
        for (std::size_t place = 0; place < weights.size(); ++place) {
            if (place % shape.lanes() >= shape.hidden) continue;
            std::vector<float> moved = weights;
            moved[place] += 0.25F;
            matches += score_all(NetModel(inputs, 2, moved), data, "data", 1) == scores[0] ? 1 : 0;
        }
        EXPECT_EQ(matches, 1U) << k;
    }
}

TEST(PerturbedModel, MovesTheLeavesOfTrees) {
    const Dataset data = data_of(10, 3);
    const auto trees = [](double first, double last) {
        Tree stump;
        stump.splits.push_back({.feature = 0, .threshold = 0.2F, .left = ~0, .right = ~1});
        stump.leaves = {{.value = first}, {.value = 2.0}};
        Tree other;
        other.splits.push_back({.feature = 2, .threshold = -0.5F, .left = ~0, .right = ~1});
        other.leaves = {{.value = 0.5}, {.value = last}};
        return TreeEnsemble({"a", "b", "c"}, 0.25, {stump, other});
    };
    const TreeEnsemble model = trees(1.0, -1.0);
    const auto perturbed = perturbed_model(model, data, "data", 1);
    EXPECT_EQ(perturbed->weights(), 4U);
    const auto scores =
        perturbed->scores(std::vector<double>{1.0, 0.0, 0.0, -2.0}, std::vector<double>{0.0, 0.1});
    expect_scores(model, data, scores[0], 1e-6F);
    expect_scores(trees(1.1, -1.2), data, scores[1], 1e-6F);
}

TEST(LocalOptimality, CountsWhatTryingEachMoveCounts) {
    const Dataset data = data_of(12, 4);
    const Dataset test = data_of(12, 5);
    const auto model = linear({0.8, 0.5, 0.0});
    const auto perturbed = perturbed_model(*model, data, "data", 1);
    const auto perturbed_test = perturbed_model(*model, test, "test", 1);
    const std::vector<OptimalitySide> sides = {{data, *perturbed}, {test, *perturbed_test}};
    const auto goal = targets({"NDCG@3", "AP"});
    const OptimalityOptions options{.directions = 20, .steps = {0.2, 0.9}, .epsilon = 0.01};
    const auto results = local_optimality(sides, goal, options);
    for (std::size_t s = 0; s < 2; ++s) {
        for (std::size_t t = 0; t < 2; ++t) {
            const Dataset& own = s == 0 ? data : test;
            const auto value = [&](const Model& of) {
                return Evaluator(own, {goal[t]}, 1).means(score_all(of, own, "data", 1)).front();
            };
            const double base = value(*model);
            std::size_t improved = 0;
            std::size_t more = 0;
            std::size_t directions = 0;
            for (std::size_t d = 0; d < 20; ++d) {
                const auto direction = random_direction(3, options.seed, d);
                bool any = false;
                for (const double step : options.steps) {
                    const double gain = value(*linear({0.8 + step * direction[0],
                                                       0.5 + step * direction[1],
                                                       step * direction[2]})) -
                                        base;
                    improved += gain > 1e-12 ? 1 : 0;
                    more += gain > 0.01 ? 1 : 0;
                    any |= gain > 0.01;
                }
                directions += any ? 1 : 0;
            }
            EXPECT_NEAR(results[s][t].base, base, 1e-12);
            EXPECT_EQ(results[s][t].trials, 40U);
            EXPECT_EQ(results[s][t].improved, improved);
            EXPECT_EQ(results[s][t].improved_more, more);
            EXPECT_EQ(results[s][t].directions_more, directions);
            EXPECT_GT(improved, 0U);
        }
    }
}

TEST(LocalOptimality, SeesAnOptimumAndNeeds459Directions) {
    const Dataset data = data_of(12, 6);
    const auto model = linear({1.0, 0.0, 0.0});  // ranks as the grades do
    const auto perturbed = perturbed_model(*model, data, "data", 1);
    const std::vector<OptimalitySide> sides = {{data, *perturbed}};
    const auto goal = targets({"NDCG"});
    for (const std::size_t directions : {458U, 459U}) {
        const Optimality result =
            local_optimality(sides, goal, {.directions = directions, .steps = {0.1, 0.5}})[0][0];
        EXPECT_EQ(result.base, 1.0);
        EXPECT_EQ(result.improved, 0U);
        EXPECT_LE(result.best, 0.0);
        EXPECT_EQ(result.is_optimum(directions), directions == 459U);
    }
}

TEST(LocalOptimality, IsTheSameForAnyNumberOfThreadsAndFollowsTheNorm) {
    const Dataset data = data_of(12, 7);
    const auto model = linear({8.0, 6.0, 0.0});
    const auto perturbed = perturbed_model(*model, data, "data", 1);
    const std::vector<OptimalitySide> sides = {{data, *perturbed}};
    const auto goal = targets({"NDCG"});
    const auto improved = [&](const OptimalityOptions& options) {
        return local_optimality(sides, goal, options)[0][0].improved;
    };
    const std::size_t one = improved({.directions = 50});
    EXPECT_EQ(improved({.directions = 50, .threads = 3}), one);
    EXPECT_EQ(improved({.directions = 50, .steps = {0.5}, .relative = true}),
              improved({.directions = 50, .steps = {5.0}}));
}

TEST(LocalOptimality, DrawsUnitVectors) {
    for (std::size_t d = 0; d < 5; ++d) {
        const auto direction = random_direction(7, 1, d);
        double squares = 0.0;
        for (const double each : direction) squares += each * each;
        EXPECT_NEAR(squares, 1.0, 1e-12);
        EXPECT_EQ(direction, random_direction(7, 1, d));
        EXPECT_NE(direction, random_direction(7, 2, d));
    }
}

}  // namespace
}  // namespace gradus
