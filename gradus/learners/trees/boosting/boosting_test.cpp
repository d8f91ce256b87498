#include "gradus/learners/trees/boosting/boosting.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/base/random.hpp"
#include "gradus/evaluation/evaluator.hpp"
#include "gradus/models/tree_ensemble.hpp"
#include "gradus/scoring/scorer.hpp"
#include "gradus/testing/resumed_training.hpp"
#include "gradus/testing/settings.hpp"
#include "gradus/testing/targets.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus::gbdt {
namespace {

using testing::targets_of;

/// Queries of different sizes whose grades follow a curved mixture of features, with noise; some
/// values are missing, and a label column `click` is known for some documents.
Dataset queries_of(std::size_t queries, std::uint64_t seed) {
    Random random(seed, "boosting data");
    Dataset data;
    data.labels.push_back({"grade", {}});
    data.labels.push_back({"click", {}});
    data.query_begins.push_back(0);
    std::vector<std::vector<float>> rows;
    for (std::size_t query = 0; query < queries; ++query) {
        const std::size_t size = 1 + random.below(25);
        for (std::size_t i = 0; i < size; ++i) {
            std::vector<float> x(6);
            for (float& value : x) value = static_cast<float>(random.normal());
            const double utility = static_cast<double>(x[0] * x[1]) + static_cast<double>(x[2]) +
                                   0.5 * random.normal();
            if (random.chance(0.1)) x[3] = std::numeric_limits<float>::quiet_NaN();
            rows.push_back(x);
            data.labels[0].values.push_back(utility > 2.0    ? 3.0F
                                            : utility > 1.0  ? 2.0F
                                            : utility > 0.25 ? 1.0F
                                                             : 0.0F);
            data.labels[1].values.push_back(
                random.chance(0.3) ? std::numeric_limits<float>::quiet_NaN()
                                   : std::exp(x[4] + 0.3F * static_cast<float>(random.normal())));
        }
        data.query_ids.push_back("query-" + std::to_string(query));
        data.query_begins.push_back(rows.size());
    }
    data.features = FeatureMatrix(rows.size(), 6);
    for (std::size_t i = 0; i < rows.size(); ++i)
        std::ranges::copy(rows[i], data.features.mutable_row(i).begin());
    return data;
}

const std::vector<std::string> small = {"trees=15", "leaves=7", "min_leaf_documents=5"};

std::vector<std::string> with(std::vector<std::string> more) {
    more.insert(more.begin(), small.begin(), small.end());
    return more;
}

std::string train(const Dataset& data,
                  const FitContext& context,
                  const std::vector<std::string>& settings = small) {
    return learner_named("lambdamart")
        .make(testing::settings_of(settings))
        ->fit(data, context)
        ->to_text();
}

double value(const Model& model, const Dataset& data, const std::string& measure) {
    return Evaluator(data, {named_measure(measure)}, 1)
        .means(score_all(model, data, "data", 1))
        .front();
}

TEST(Boosting, TheOrderOfTheQueriesPlaysNoPart) {
    const Dataset data = queries_of(80, 1);
    std::vector<std::size_t> order(data.queries());
    std::iota(order.begin(), order.end(), std::size_t{0});
    Random(3, "order").shuffle(std::span(order));
    const Dataset shuffled = select_queries(data, order);
    const auto goal = targets_of({"NDCG@5"});
    for (const std::vector<std::string>& settings : {small,
                                                     with({"rounding=fine"}),
                                                     with({"query_share=0.5", "feature_share=0.6"}),
                                                     with({"step=gradient", "gain=variance"})}) {
        EXPECT_EQ(train(data, {.targets = goal}, settings),
                  train(shuffled, {.targets = goal}, settings));
    }
}

TEST(Boosting, GivesTheSameBytesForAnyNumberOfThreads) {
    const Dataset data = queries_of(12'000, 2);  // enough for eight threads to be used
    const Dataset valid = queries_of(30, 3);
    const auto goal = targets_of({"NDCG@5", "NDCG(labels=click)@5"});
    for (const std::vector<std::string>& settings :
         {with({"trees=4"}), with({"trees=4", "rounding=fine", "query_share=0.7"})}) {
        const std::string one =
            train(data, {.targets = goal, .valid = &valid, .threads = 1}, settings);
        for (const unsigned threads : {2U, 3U, 8U}) {
            EXPECT_EQ(train(data, {.targets = goal, .valid = &valid, .threads = threads}, settings),
                      one);
        }
    }
}

TEST(Boosting, ATrainingThatWasCutOffAndResumedGivesTheSameBytes) {
    const Dataset data = queries_of(60, 4);
    const Dataset valid = queries_of(30, 5);
    const auto goal = targets_of({"AP", "NDCG(labels=click)"});
    for (const std::vector<std::string>& settings :
         {with({"pick=graded"}), with({"rounding=fine", "query_share=0.7", "feature_share=0.5"})}) {
        testing::expect_the_same_when_resumed(
            *learner_named("lambdamart").make(testing::settings_of(settings)),
            data,
            FitContext{.targets = goal, .valid = &valid});
    }
}

/// They are found again from the trees.
TEST(Boosting, AResumedTrainingMayPickOtherFurtherModels) {
    const testing::TemporaryFolder folder;
    const Dataset data = queries_of(40, 7);
    const Dataset valid = queries_of(40, 8);
    const auto goal = targets_of({"NDCG@5"});
    std::vector<Alternative> also;
    also.push_back({.by = named_measure("P@1")});
    FitContext context{.targets = goal, .valid = &valid, .also = also};
    train(data, context);
    const std::string whole = also[0].model->to_text();
    context.also = {};
    context.files = {.checkpoint = folder.file("checkpoint"), .checkpoint_seconds = 0.0};
    train(data, context);
    context.also = also;
    context.files.resume = true;
    train(data, context);
    EXPECT_EQ(also[0].model->to_text(), whole);
}

TEST(Boosting, ACheckpointOfAnotherTrainingIsRefused) {
    const testing::TemporaryFolder folder;
    const Dataset data = queries_of(20, 4);
    const auto goal = targets_of({"AP"});
    FitContext context{.targets = goal};
    context.files = {.checkpoint = folder.file("checkpoint"), .checkpoint_seconds = 0.0};
    train(data, context);
    context.files.resume = true;
    context.seed = 2;
    EXPECT_THROW(train(data, context), Error);
    context.seed = 1;
    EXPECT_THROW(train(data, context, with({"l2=1"})), Error);
    EXPECT_THROW(train(queries_of(20, 5), context), Error);
    EXPECT_NO_THROW(train(data, context));
}

TEST(Boosting, StartingFromAModelGoesOnAsIfThereHadBeenNoBreak) {
    const Dataset data = queries_of(60, 6);
    const auto goal = targets_of({"NDCG"});
    const auto learner = [&](const std::string& trees) {
        return learner_named("lambdamart").make(testing::settings_of(with({"trees=" + trees})));
    };
    const auto whole = learner("20")->fit(data, {.targets = goal});
    const auto half = learner("10")->fit(data, {.targets = goal});
    const auto rest = learner("10")->fit(data, {.targets = goal, .start = half.get()});
    const auto scores = score_all(*whole, data, "data", 1);
    EXPECT_EQ(scores, score_all(*rest, data, "data", 1));
    EXPECT_NE(scores, score_all(*half, data, "data", 1));
}

TEST(Boosting, KeepsTheBestIterationOnValidationData) {
    const Dataset data = queries_of(40, 7);
    const Dataset valid = queries_of(60, 8);
    const auto goal = targets_of({"NDCG@5"});
    const auto fit = [&](int trees, const FitContext& context) {
        return learner_named("lambdamart")
            .make(testing::settings_of(with({"trees=" + std::to_string(trees), "patience=0"})))
            ->fit(data, context);
    };
    std::vector<std::unique_ptr<const Model>> models;
    for (int trees = 1; trees <= 30; ++trees) models.push_back(fit(trees, {.targets = goal}));
    for (const std::string measure : {"P@1", "P@3", "NDCG", "AP(rel=2)", "RR", "ERR"}) {
        std::vector<double> values;
        for (const auto& model : models) values.push_back(value(*model, valid, measure));
        const auto first_best = std::ranges::max_element(values);
        const auto stop = targets_of({measure});
        const auto best = fit(30, {.targets = goal, .stop_on = stop, .valid = &valid});
        EXPECT_EQ(best->as<TreeEnsemble>()->trees().size(),
                  static_cast<std::size_t>(first_best - values.begin()) + 1)
            << measure;
        EXPECT_EQ(value(*best, valid, measure), *first_best) << measure;
    }
}

TEST(Boosting, StopsWhenPatienceEnds) {
    const Dataset data = queries_of(40, 7);
    const Dataset valid = queries_of(20, 8);
    const testing::TemporaryFolder folder;
    const auto goal = targets_of({"NDCG@5"});
    FitContext context{.targets = goal, .valid = &valid};
    context.files.log = folder.file("log");
    const auto model = learner_named("lambdamart")
                           .make(testing::settings_of(with({"trees=500", "patience=7"})))
                           ->fit(data, context);
    std::ifstream log(folder.file("log"));
    std::size_t lines = 0;
    for (std::string line; std::getline(log, line);) ++lines;
    EXPECT_EQ(lines, model->as<TreeEnsemble>()->trees().size() + 7);
}

TEST(Boosting, ASecondTierRaisesItsMeasure) {
    const Dataset data = queries_of(300, 9);
    const Dataset test = queries_of(300, 10);
    const auto fit = [&](const std::vector<std::string>& goals,
                         const std::vector<std::string>& settings) {
        const auto goal = targets_of(goals);
        return learner_named("lambdamart")
            .make(testing::settings_of(with(settings)))
            ->fit(data, {.targets = goal});
    };
    const auto one = fit({"NDCG"}, {"trees=60"});
    const auto two = fit({"NDCG", "NDCG(labels=click)"}, {"trees=60", "tier_weights=0.6,0.4"});
    EXPECT_GT(value(*two, test, "NDCG(labels=click)"),
              value(*one, test, "NDCG(labels=click)") + 0.02);
    EXPECT_GT(value(*two, test, "NDCG"), value(*one, test, "NDCG") - 0.03);
}

TEST(Boosting, EveryObjectiveLearnsMoreThanChance) {
    const Dataset data = queries_of(200, 11);
    const Dataset test = queries_of(200, 12);
    const double chance = Evaluator(test, {named_measure("NDCG")}, 1)
                              .means(std::vector<float>(test.documents()))
                              .front();
    for (const char* const measure : {"NDCG@10",
                                      "AP",
                                      "P@5",
                                      "RR",
                                      "ERR",
                                      "RBP",
                                      "GAP",
                                      "kNDCG(k=5)",
                                      "kERR(k=5)",
                                      "AUC",
                                      "pair_accuracy",
                                      "Q"}) {
        const auto goal = targets_of({measure});
        const auto model = learner_named("lambdamart")
                               .make(testing::settings_of(small))
                               ->fit(data, {.targets = goal});
        EXPECT_GT(value(*model, test, "NDCG"), chance + 0.05) << measure;
    }
    const auto goal = targets_of({"NDCG"});
    for (const std::vector<std::string>& settings :
         {with({"objective=ranknet"}),
          with({"cost=sigmoid", "step=gradient", "gain=variance", "learning_rate=5"}),
          with({"late=sigmoid(NDCG)",
                "schedule=linear:0.1:0.05",
                "step=gradient",
                "scale=mixture"})}) {
        const auto model = learner_named("lambdamart")
                               .make(testing::settings_of(settings))
                               ->fit(data, {.targets = goal});
        EXPECT_GT(value(*model, test, "NDCG"), chance + 0.05) << settings.back();
    }
}

TEST(Boosting, OddDataGivesAModelOrAnError) {
    const auto goal = targets_of({"NDCG"});
    const auto trees_of = [&](const Dataset& data) {
        const auto model = learner_named("lambdamart")
                               .make(testing::settings_of(small))
                               ->fit(data, {.targets = goal});
        for (const float score : score_all(*model, data, "data", 1))
            EXPECT_TRUE(std::isfinite(score));
        return model->as<TreeEnsemble>()->trees().size();
    };
    const Dataset one_query = select_queries(queries_of(5, 1), std::vector<std::size_t>{2});
    trees_of(one_query);
    Dataset single = queries_of(40, 2);  // one document a query
    single.query_begins = {};
    single.query_ids = {};
    for (std::size_t i = 0; i <= single.documents(); ++i) single.query_begins.push_back(i);
    for (std::size_t i = 0; i < single.documents(); ++i)
        single.query_ids.push_back(std::to_string(i));
    const auto objection_to = [&](const Dataset& data) {
        try {
            trees_of(data);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    const std::string no_order =
        "training data: no query has documents whose order could be learned; give data with "
        "different grades within queries";
    EXPECT_EQ(objection_to(single), no_order);
    Dataset equal = queries_of(10, 3);
    for (std::size_t i = 0; i < equal.documents(); ++i) equal.labels[0].values[i] = 2.0F;
    EXPECT_EQ(objection_to(equal), no_order);
    Dataset constant = queries_of(10, 4);
    for (std::size_t i = 0; i < constant.documents(); ++i)
        std::ranges::fill(constant.features.mutable_row(i), 7.0F);
    EXPECT_NE(objection_to(constant).find("nothing was learned: no tree found a split"),
              std::string::npos);
    Dataset missing = queries_of(10, 5);
    for (std::size_t i = 0; i < missing.documents(); ++i)
        std::ranges::fill(missing.features.mutable_row(i), std::numeric_limits<float>::quiet_NaN());
    EXPECT_NE(objection_to(missing).find("nothing was learned: no tree found a split"),
              std::string::npos);
}

TEST(Boosting, WrongSettingsAreRefusedInWords) {
    const Dataset data = queries_of(10, 1);
    const auto goal = targets_of({"NDCG", "NDCG(labels=click)"});
    const auto refusal = [&](const std::vector<std::string>& settings) {
        try {
            learner_named("lambdamart")
                .make(testing::settings_of(settings))
                ->fit(data, {.targets = goal});
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("trained without complaint");
    };
    EXPECT_EQ(refusal({"tier_weights=1"}),
              "tier_weights: 1 weight for 2 tiers; give a weight for each 'for'");
    EXPECT_EQ(refusal({"monotone=+9"}),
              "monotone: there is no feature '9'; did you mean '1'? choose one of: "
              "1, 2, 3, 4, 5, 6");
    EXPECT_EQ(refusal({"monotone=+1,-2,-1"}),
              "monotone: feature '1' is named twice; give each feature one sign");
    EXPECT_EQ(refusal({"monotone=3"}),
              "monotone: '3' is not + or - with the name of a feature; write "
              "'monotone=+3,-7'");
    EXPECT_EQ(refusal({"cost=sigmoid"}),
              "step: this objective has no second derivatives for Newton steps; add "
              "'step=gradient' and 'gain=variance'");
    EXPECT_EQ(refusal({"late=sigmoid(NDCG)"}),
              "late: there is no schedule that tells when it takes over; "
              "add 'schedule=linear:0.25:0.01'");
}

}  // namespace
}  // namespace gradus::gbdt
