#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/evaluation/evaluator.hpp"
#include "gradus/learners/learner.hpp"
#include "gradus/learners/trees/boosting/boosting.hpp"
#include "gradus/objectives/combine/mixture.hpp"
#include "gradus/objectives/lambda.hpp"
#include "gradus/scoring/scorer.hpp"
#include "gradus/testing/settings.hpp"

namespace gradus {
namespace {

/// Queries of 12 documents whose grades follow the first two features and whose clicks the third.
Dataset clicked(std::uint64_t seed = 7) {
    constexpr std::size_t queries = 40;
    constexpr std::size_t size = 12;
    Random random(seed, "lambdamart");
    Dataset data;
    data.features = FeatureMatrix(queries * size, 3);
    data.labels.push_back({"grade", {}});
    data.labels.push_back({"click", {}});
    data.query_begins.push_back(0);
    for (std::size_t query = 0; query < queries; ++query) {
        for (std::size_t i = 0; i < size; ++i) {
            const auto row = data.features.mutable_row(query * size + i);
            for (float& x : row) x = static_cast<float>(random.normal());
            const double utility = static_cast<double>(row[0] - row[1]) + random.normal();
            data.labels[0].values.push_back(utility > 2.0 ? 2.0F : utility > 0.5 ? 1.0F : 0.0F);
            data.labels[1].values.push_back(row[2] > 0.0F ? 1.0F : 0.25F);
        }
        data.query_ids.push_back(std::to_string(query));
        data.query_begins.push_back((query + 1) * size);
    }
    return data;
}

std::vector<NamedMeasure> targets_of(const std::vector<std::string>& texts) {
    std::vector<NamedMeasure> targets;
    for (const std::string& text : texts) targets.push_back(named_measure(text));
    return targets;
}

constexpr int trees = 8;

/// What the learner makes of an objective that was put together by hand, without its notes.
std::string by_hand(const Dataset& data,
                    std::span<const NamedMeasure> targets,
                    const Objective& objective,
                    gbdt::GbdtParams params) {
    params.trees = trees;
    return gbdt::boost(
               data, {.targets = targets}, {.objective = objective, .params = params, .notes = {}})
        ->to_text();
}

/// The trees as the model file has them.
std::string trees_in(const std::string& model) {
    const std::size_t begin = model.find("\"trees\": [");
    return begin == std::string::npos ? "" : model.substr(begin);
}

std::string by_settings(const Dataset& data,
                        std::span<const NamedMeasure> targets,
                        std::vector<std::string> settings) {
    settings.push_back("trees=" + std::to_string(trees));
    return learner_named("lambdamart")
        .make(testing::settings_of(settings))
        ->fit(data, {.targets = targets})
        ->to_text();
}

TEST(LambdaMart, MixesTheGradientsAsTheyAreBeforeItDividesTheMixture) {
    const Dataset data = clicked();
    const auto targets = targets_of({"NDCG"});
    std::vector<MixturePart> parts;
    parts.push_back({std::make_unique<Lambda>(named_measure("NDCG")), 1.0});
    parts.push_back(
        {std::make_unique<Lambda>(named_measure("NDCG"), LambdaParams{.cost = PairCost::sigmoid}),
         1.0});
    const Mixture mixture(
        std::move(parts), MixtureScale::mixture, Schedule::parse("linear:0.4:0.05"));
    gbdt::GbdtParams params;
    params.step = gbdt::Step::gradient;
    params.gain = gbdt::Gain::variance;
    const std::string expected = trees_in(by_hand(data, targets, mixture, params));
    ASSERT_NE(expected, "");
    EXPECT_EQ(trees_in(by_settings(data,
                                   targets,
                                   {"normalise=none",
                                    "late=sigmoid(NDCG)",
                                    "schedule=linear:0.4:0.05",
                                    "scale=mixture",
                                    "step=gradient",
                                    "gain=variance"})),
              expected);
}

TEST(LambdaMart, TakesTheLiteralFormForLaterTiersOnly) {
    const Dataset data = clicked();
    const auto targets = targets_of({"NDCG", "CNDCG"});
    std::vector<MixturePart> parts;
    parts.push_back({std::make_unique<Lambda>(named_measure("NDCG")), 0.7});
    parts.push_back({std::make_unique<Lambda>(named_measure("CNDCG"),
                                              LambdaParams{.cost = PairCost::literal},
                                              TierRule{.earlier = {"grade"}, .excluded = 0.0}),
                     0.3});
    const std::string expected =
        trees_in(by_hand(data, targets, Mixture(std::move(parts)), gbdt::GbdtParams{}));
    ASSERT_NE(expected, "");
    EXPECT_EQ(trees_in(by_settings(
                  data, targets, {"normalise=none", "cost=literal", "tier_weights=0.7,0.3"})),
              expected);
}

/// Values of a model on each query; undefined ones count 0.
std::vector<double> values_of(const Model& model, const Dataset& data, const NamedMeasure& target) {
    std::vector<double> values =
        Evaluator(data, {target}, 1).values(score_all(model, data, "data", 1)).front().values;
    for (double& value : values)
        if (std::isnan(value)) value = 0.0;
    return values;
}

double mean_of(const std::vector<double>& values) {
    double sum = 0.0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

/// By how many standard errors the mean of b - a is above 0.
double lead(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> rest(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) rest[i] = b[i] - a[i];
    const double mean = mean_of(rest);
    double squares = 0.0;
    for (const double each : rest) squares += (each - mean) * (each - mean);
    const auto n = static_cast<double>(a.size());
    return mean == 0.0 ? 0.0 : mean / std::sqrt(squares / (n - 1.0) / n);
}

TEST(LambdaMart, PicksTheBestOnTier2OfWhatIsNotSignificantlyWorseOnTier1) {
    const Dataset train = clicked(7);
    const Dataset valid = clicked(8);
    const auto targets = targets_of({"NDCG@3", "CNDCG@3"});
    std::vector<std::vector<double>> first;
    std::vector<double> second;
    const auto fit = [&](int count, const Dataset* watched) {
        return learner_named("lambdamart")
            .make(testing::settings_of(
                {"trees=" + std::to_string(count), "pick=graded", "patience=0"}))
            ->fit(train, {.targets = targets, .valid = watched});
    };
    constexpr int most = 40;
    for (int count = 1; count <= most; ++count) {
        const auto model = fit(count, nullptr);
        first.push_back(values_of(*model, valid, targets[0]));
        second.push_back(mean_of(values_of(*model, valid, targets[1])));
    }
    std::size_t leader = 0;
    for (std::size_t i = 1; i < first.size(); ++i)
        if (mean_of(first[i]) > mean_of(first[leader])) leader = i;
    std::size_t best = leader;
    for (std::size_t i = 0; i < first.size(); ++i)
        if (lead(first[i], first[leader]) <= 1.96 && second[i] > second[best]) best = i;
    ASSERT_NE(best, leader) << "the data do not tell the rules apart";
    EXPECT_EQ(trees_in(fit(most, &valid)->to_text()),
              trees_in(fit(static_cast<int>(best) + 1, nullptr)->to_text()));
}

}  // namespace
}  // namespace gradus
