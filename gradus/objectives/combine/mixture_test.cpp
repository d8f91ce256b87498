#include "gradus/objectives/combine/mixture.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/objectives/lambda.hpp"
#include "gradus/objectives/ranknet.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/scored_data.hpp"

namespace gradus {
namespace {

using testing::graded_data;

const std::vector<double> scores = {1, .6, .5, 0, -.4};
const std::vector<std::uint32_t> order = {0, 1, 2, 3, 4};

std::unique_ptr<const Objective> lambda(const std::string& target, LambdaParams params = {}) {
    return std::make_unique<Lambda>(named_measure(target), params);
}

std::vector<MixturePart> two_parts(double first, double second) {
    std::vector<MixturePart> parts;
    parts.push_back({lambda("NDCG"), first});
    parts.push_back({lambda("AP"), second});
    return parts;
}

struct Gradients {
    double value;
    std::vector<double> gradients;
    std::vector<double> hessians;
};

Gradients evaluated(const Objective& objective, std::size_t iteration = 1) {
    const Dataset data = graded_data({{0, 2, 1, 0, 2}});
    const auto bound = objective.bind(data, 1);
    Scratch scratch;
    Gradients result{0.0, std::vector<double>(5, 7.0), std::vector<double>(5, 7.0)};
    result.value =
        bound->evaluate({0, scores, order, iteration}, scratch, result.gradients, result.hessians);
    // Training sees the same.
    const std::vector<float> in_float(scores.begin(), scores.end());
    std::vector<float> gradients(5, 7.0F);
    std::vector<float> hessians(5, 7.0F);
    bound->evaluate_float({0, in_float, order, iteration}, scratch, gradients, hessians);
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_NEAR(static_cast<double>(gradients[i]), result.gradients[i], 1e-5);
        EXPECT_NEAR(static_cast<double>(hessians[i]), result.hessians[i], 1e-5);
    }
    return result;
}

double deviation(const std::vector<double>& gradients) {
    double squares = 0.0;
    for (const double gradient : gradients) squares += gradient * gradient;
    return std::sqrt(squares / static_cast<double>(gradients.size()));
}

TEST(Mixture, AddsItsPartsByWeight) {
    const Gradients first = evaluated(*lambda("NDCG"));
    const Gradients second = evaluated(*lambda("AP"));
    const Gradients mixed = evaluated(Mixture(two_parts(0.9, 0.3)));
    EXPECT_NEAR(mixed.value, 0.9 * first.value + 0.3 * second.value, 1e-12);
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_NEAR(
            mixed.gradients[i], 0.9 * first.gradients[i] + 0.3 * second.gradients[i], 1e-12);
        EXPECT_NEAR(mixed.hessians[i], 0.9 * first.hessians[i] + 0.3 * second.hessians[i], 1e-12);
    }
}

TEST(Mixture, FollowsItsSchedule) {
    const Gradients first = evaluated(*lambda("NDCG"));
    const Gradients second = evaluated(*lambda("AP"));
    const Mixture mixture(
        two_parts(1, 1), MixtureScale::none, Schedule(Schedule::Kind::linear, 0.25, 0.25));
    for (const std::size_t iteration : {1U, 2U, 3U, 9U}) {
        const double weight = std::min(1.0, 0.25 + 0.25 * static_cast<double>(iteration));
        const Gradients mixed = evaluated(mixture, iteration);
        for (std::size_t i = 0; i < 5; ++i) {
            EXPECT_NEAR(mixed.gradients[i],
                        (1.0 - weight) * first.gradients[i] + weight * second.gradients[i],
                        1e-12);
        }
    }
}

TEST(Mixture, DividesTheSumOrEachPartByItsDeviation) {
    const Gradients first = evaluated(*lambda("NDCG"));
    const Gradients second = evaluated(*lambda("AP"));
    const Gradients plain = evaluated(Mixture(two_parts(0.9, 0.3)));
    const Gradients whole = evaluated(Mixture(two_parts(0.9, 0.3), MixtureScale::mixture));
    const Gradients each = evaluated(Mixture(two_parts(0.9, 0.3), MixtureScale::parts));
    EXPECT_NEAR(deviation(whole.gradients), 1.0, 1e-12);
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_NEAR(whole.gradients[i], plain.gradients[i] / deviation(plain.gradients), 1e-12);
        EXPECT_NEAR(whole.hessians[i], plain.hessians[i] / deviation(plain.gradients), 1e-12);
        EXPECT_NEAR(each.gradients[i],
                    0.9 * first.gradients[i] / deviation(first.gradients) +
                        0.3 * second.gradients[i] / deviation(second.gradients),
                    1e-12);
    }
}

TEST(Mixture, HasPairsWhereAPartHas) {
    Dataset data = graded_data({{1, 1, 0}, {1, 1, 1}, {0, 0, 0}});
    data.labels.push_back({"click", std::vector<float>{1, 0, 0, 0.5F, 0.5F, 0.2F, 0, 0, 0}});
    std::vector<MixturePart> parts;
    parts.push_back({lambda("NDCG"), 0.9});
    parts.push_back({std::make_unique<Lambda>(
                         named_measure("CNDCG"), LambdaParams{}, TierRule{.earlier = {"grade"}}),
                     0.1});
    const Mixture tiers(std::move(parts), MixtureScale::mixture);
    const auto bound = tiers.bind(data, 1);
    EXPECT_TRUE(bound->is_informative(0));
    EXPECT_TRUE(bound->is_informative(1));
    EXPECT_FALSE(bound->is_informative(2));
    Scratch scratch;
    std::vector<double> gradients(3, 7.0);
    std::vector<double> hessians(3, 7.0);
    const std::vector<double> equal(3, 0.0);
    const std::vector<std::uint32_t> places = {0, 1, 2};
    bound->evaluate({2, equal, places}, scratch, gradients, hessians);
    EXPECT_EQ(gradients, equal) << "a zero vector stays one";
}

TEST(Mixture, RefusesWeightsThatMakeNoSense) {
    EXPECT_EQ(testing::error_message([] { Mixture(two_parts(1, -0.5)); }),
              "mixture of objectives: a weight is below 0; give 0 or more");
    EXPECT_EQ(testing::error_message([] { Mixture(two_parts(0, 0)); }),
              "mixture of objectives: all weights are 0; give one part at least a weight");
    EXPECT_EQ(
        testing::error_message([] {
            std::vector<MixturePart> one;
            one.push_back({lambda("AP"), 1.0});
            Mixture(std::move(one), MixtureScale::none, Schedule(Schedule::Kind::linear, 0.1, 0.1));
        }),
        "mixture of objectives: 1 parts have a schedule; a schedule leads from one objective "
        "to a second");
}

TEST(Mixture, SaysWhatItIs) {
    const Mixture tiers(two_parts(0.9, 0.1));
    EXPECT_EQ(tiers.text(), "0.9*lambda(ndcg) + 0.1*lambda(ap)");
    EXPECT_TRUE(tiers.traits().lambda);
    EXPECT_FALSE(tiers.traits().derivative);
    std::vector<MixturePart> parts;
    parts.push_back({lambda("NDCG"), 1.0});
    parts.push_back({lambda("NDCG", {.cost = PairCost::sigmoid}), 1.0});
    const Mixture late(
        std::move(parts), MixtureScale::mixture, Schedule(Schedule::Kind::linear, 0.25, 0.01));
    EXPECT_EQ(late.text(),
              "late(lambda(ndcg), lambda(ndcg, cost=sigmoid), linear:0.25:0.01, scale=mixture)");
    EXPECT_FALSE(late.traits().hessian);
}

}  // namespace
}  // namespace gradus
