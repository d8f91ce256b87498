#include "gradus/objectives/mixture.hpp"

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
    return std::make_unique<Lambda>(parse_target(target), params);
}

std::vector<MixturePart> two_parts(double first, double second) {
    std::vector<MixturePart> parts;
    parts.push_back({lambda("NDCG"), first});
    parts.push_back({lambda("AP"), second});
    return parts;
}

struct Slopes {
    double value;
    std::vector<double> slopes;
    std::vector<double> curvatures;
};

Slopes evaluated(const Objective& objective, std::size_t iteration = 1) {
    const Dataset data = graded_data({{0, 2, 1, 0, 2}});
    const auto bound = objective.bind(data, 1);
    Scratch scratch;
    Slopes result{0.0, std::vector<double>(5, 7.0), std::vector<double>(5, 7.0)};
    result.value =
        bound->evaluate({0, scores, order, iteration}, scratch, result.slopes, result.curvatures);
    // Training sees the same.
    const std::vector<float> in_float(scores.begin(), scores.end());
    std::vector<float> slopes(5, 7.0F);
    std::vector<float> curvatures(5, 7.0F);
    bound->evaluate_float({0, in_float, order, iteration}, scratch, slopes, curvatures);
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_NEAR(static_cast<double>(slopes[i]), result.slopes[i], 1e-5);
        EXPECT_NEAR(static_cast<double>(curvatures[i]), result.curvatures[i], 1e-5);
    }
    return result;
}

double deviation(const std::vector<double>& slopes) {
    double squares = 0.0;
    for (const double slope : slopes) squares += slope * slope;
    return std::sqrt(squares / static_cast<double>(slopes.size()));
}

TEST(Mixture, AddsItsPartsByWeight) {
    const Slopes first = evaluated(*lambda("NDCG"));
    const Slopes second = evaluated(*lambda("AP"));
    const Slopes mixed = evaluated(Mixture(two_parts(0.9, 0.3)));
    EXPECT_NEAR(mixed.value, 0.9 * first.value + 0.3 * second.value, 1e-12);
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_NEAR(mixed.slopes[i], 0.9 * first.slopes[i] + 0.3 * second.slopes[i], 1e-12);
        EXPECT_NEAR(
            mixed.curvatures[i], 0.9 * first.curvatures[i] + 0.3 * second.curvatures[i], 1e-12);
    }
}

TEST(Mixture, FollowsItsSchedule) {
    const Slopes first = evaluated(*lambda("NDCG"));
    const Slopes second = evaluated(*lambda("AP"));
    const Mixture mixture(
        two_parts(1, 1), MixtureScale::none, Schedule(Schedule::Kind::linear, 0.25, 0.25));
    for (const std::size_t iteration : {1U, 2U, 3U, 9U}) {
        const double weight = std::min(1.0, 0.25 + 0.25 * static_cast<double>(iteration));
        const Slopes mixed = evaluated(mixture, iteration);
        for (std::size_t i = 0; i < 5; ++i) {
            EXPECT_NEAR(mixed.slopes[i],
                        (1.0 - weight) * first.slopes[i] + weight * second.slopes[i],
                        1e-12);
        }
    }
}

TEST(Mixture, DividesTheSumOrEachPartByItsDeviation) {
    const Slopes first = evaluated(*lambda("NDCG"));
    const Slopes second = evaluated(*lambda("AP"));
    const Slopes plain = evaluated(Mixture(two_parts(0.9, 0.3)));
    const Slopes whole = evaluated(Mixture(two_parts(0.9, 0.3), MixtureScale::mixture));
    const Slopes each = evaluated(Mixture(two_parts(0.9, 0.3), MixtureScale::parts));
    EXPECT_NEAR(deviation(whole.slopes), 1.0, 1e-12);
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_NEAR(whole.slopes[i], plain.slopes[i] / deviation(plain.slopes), 1e-12);
        EXPECT_NEAR(whole.curvatures[i], plain.curvatures[i] / deviation(plain.slopes), 1e-12);
        EXPECT_NEAR(each.slopes[i],
                    0.9 * first.slopes[i] / deviation(first.slopes) +
                        0.3 * second.slopes[i] / deviation(second.slopes),
                    1e-12);
    }
}

TEST(Mixture, HasPairsWhereAPartHas) {
    Dataset data = graded_data({{1, 1, 0}, {1, 1, 1}, {0, 0, 0}});
    data.labels.push_back({"click", std::vector<float>{1, 0, 0, 0.5F, 0.5F, 0.2F, 0, 0, 0}});
    std::vector<MixturePart> parts;
    parts.push_back({lambda("NDCG"), 0.9});
    parts.push_back({std::make_unique<Lambda>(
                         parse_target("CNDCG"), LambdaParams{}, TierRule{.earlier = {"grade"}}),
                     0.1});
    const Mixture tiers(std::move(parts), MixtureScale::mixture);
    const auto bound = tiers.bind(data, 1);
    EXPECT_TRUE(bound->has_pairs(0));
    EXPECT_TRUE(bound->has_pairs(1));
    EXPECT_FALSE(bound->has_pairs(2));
    Scratch scratch;
    std::vector<double> slopes(3, 7.0);
    std::vector<double> curvatures(3, 7.0);
    const std::vector<double> equal(3, 0.0);
    const std::vector<std::uint32_t> places = {0, 1, 2};
    bound->evaluate({2, equal, places}, scratch, slopes, curvatures);
    EXPECT_EQ(slopes, equal) << "a zero vector stays one";
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
    EXPECT_EQ(tiers.text(), "0.9 lambda(ndcg) + 0.1 lambda(ap)");
    EXPECT_TRUE(tiers.traits().lambda);
    EXPECT_FALSE(tiers.traits().derivative);
    std::vector<MixturePart> parts;
    parts.push_back({lambda("NDCG"), 1.0});
    parts.push_back({lambda("NDCG", {.cost = PairCost::sigmoid}), 1.0});
    const Mixture late(
        std::move(parts), MixtureScale::mixture, Schedule(Schedule::Kind::linear, 0.25, 0.01));
    EXPECT_EQ(late.text(),
              "(1 - w) lambda(ndcg) + w lambda(ndcg, cost=sigmoid), w = linear:0.25:0.01, over its "
              "deviation");
    EXPECT_FALSE(late.traits().curvature);
}

}  // namespace
}  // namespace gradus
