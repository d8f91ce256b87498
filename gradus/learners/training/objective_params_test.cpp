#include "gradus/learners/training/objective_params.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/scoring/scorer.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/settings.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus {
namespace {

/// Queries of 12 documents whose grades follow the first feature and whose clicks the second.
Dataset clicked() {
    constexpr std::size_t queries = 30;
    constexpr std::size_t size = 12;
    Random random(3, "clicked");
    Dataset data;
    data.features = FeatureMatrix(queries * size, 3);
    data.labels = {{"grade", {}}, {"click", {}}};
    data.query_begins.push_back(0);
    for (std::size_t query = 0; query < queries; ++query) {
        for (std::size_t i = 0; i < size; ++i) {
            const auto row = data.features.mutable_row(query * size + i);
            for (float& x : row) x = static_cast<float>(random.normal());
            data.labels[0].values.push_back(row[0] > 1.0F ? 2.0F : row[0] > 0.0F ? 1.0F : 0.0F);
            data.labels[1].values.push_back(row[1] > 0.5F ? 1.0F : 0.0F);
        }
        data.query_ids.push_back(std::to_string(query));
        data.query_begins.push_back((query + 1) * size);
    }
    return data;
}

std::vector<NamedMeasure> targets_of(const std::vector<std::string>& texts) {
    std::vector<NamedMeasure> targets;
    targets.reserve(texts.size());
    for (const std::string& text : texts) targets.push_back(named_measure(text));
    return targets;
}

std::vector<float> scores_of(const std::string& learner,
                             const std::vector<std::string>& settings,
                             const std::vector<std::string>& targets) {
    const Dataset data = clicked();
    const auto goals = targets_of(targets);
    const auto model =
        learner_named(learner).make(testing::settings_of(settings))->fit(data, {.targets = goals});
    return score_all(*model, data, "data", 1);
}

/// A learner of each family that takes an objective, quick to train.
struct Family {
    const char* learner;
    std::vector<std::string> settings;
};
const std::vector<Family>& descending() {
    static const std::vector<Family> all = {{"lambdamart", {"trees=5", "normalise=none"}},
                                            {"lambdarank", {"epochs=3", "hidden=2"}}};
    return all;
}

std::vector<std::string> with(const std::vector<std::string>& some, const std::string& more) {
    std::vector<std::string> all = some;
    all.push_back(more);
    return all;
}

TEST(ObjectiveParams, MakeTiersOfSeveralTargetsInTreesAndNets) {
    for (const auto& [learner, settings] : descending()) {
        const auto tiers =
            scores_of(learner, with(settings, "tier_weights=0.7,0.3"), {"NDCG", "CNDCG"});
        EXPECT_EQ(tiers,
                  scores_of(learner,
                            with(settings,
                                 "objective=0.7*lambda(NDCG) + 0.3*lambda(CNDCG, after=grade, "
                                 "excluded=0)"),
                            {"NDCG"}))
            << learner;
        EXPECT_NE(tiers, scores_of(learner, settings, {"NDCG"})) << learner;
    }
}

TEST(ObjectiveParams, AreShortForWhatTheGrammarSays) {
    for (const auto& [learner, settings] : descending()) {
        const std::vector<std::string> gradient =
            learner == std::string("lambdamart")
                ? with(with(settings, "step=gradient"), "gain=variance")
                : settings;
        EXPECT_EQ(
            scores_of(learner,
                      with(with(gradient, "late=sigmoid(NDCG)"), "schedule=linear:0.4:0.05"),
                      {"AP"}),
            scores_of(learner,
                      with(gradient, "objective=late(lambda(AP), sigmoid(NDCG), linear:0.4:0.05)"),
                      {"AP"}))
            << learner;
    }
}

TEST(ObjectiveParams, ReadPairsForEveryFamily) {
    const testing::TemporaryFolder folder;
    const std::string file = folder.write("some.pairs", "0\t1\t2\n3\t4\t5\n3\t4\t1\n");
    for (const Family& family : {Family{"ranknet", {"epochs=2", "hidden=0"}},
                                 Family{"lambdamart", {"trees=3", "min_leaf_documents=1"}},
                                 Family{"ranksvm", {}}}) {
        EXPECT_EQ(
            scores_of(family.learner,
                      with(with(family.settings, "objective=pairs"), "pairs=" + file),
                      {"NDCG"}),
            scores_of(
                family.learner, with(family.settings, "objective=pairs('" + file + "')"), {"NDCG"}))
            << family.learner;
    }
}

TEST(ObjectiveParams, LetSupportVectorMachinesMinimiseSumsOfConvexObjectives) {
    EXPECT_NE(scores_of("ranksvm", {"objective=0.5*pair_hinge + 0.5*structural(AP)"}, {"NDCG"}),
              scores_of("ranksvm", {}, {"NDCG"}));
    EXPECT_EQ(scores_of("svm", {}, {"AP", "AP(labels=click)"}),
              scores_of("svm",
                        {"objective=0.9090909090909091*structural(AP) + "
                         "0.09090909090909091*structural(AP(labels=click))"},
                        {"NDCG"}));
    EXPECT_EQ(testing::error_message([] { scores_of("svm", {"objective=lambda"}, {"AP"}); }),
              "objective: lambda(ap) is not convex, as cutting planes need it; choose from "
              "focused, focused_hinge, listmle, listnet, pair_exponential, pair_hinge, pairs, "
              "pointwise, ranknet, structural, or a sum of them");
}

TEST(ObjectiveParams, AreRefusedBeforeThereIsData) {
    const auto refusal = [](const std::string& learner, const std::vector<std::string>& settings) {
        return testing::error_message(
            [&] { learner_named(learner).make(testing::settings_of(settings)); });
    };
    EXPECT_EQ(refusal("listnet", {"objective=lambda(AP"}),
              "objective: character 10: ')' is missing; close the parenthesis");
    EXPECT_EQ(refusal("lambdamart", {"late=sigmid(AP)", "schedule=linear:0:1"}),
              "late: unknown objective 'sigmid'; choose one of: focused, focused_hinge, lambda, "
              "listmle, listnet, pair_exponential, pair_hinge, pairs, pointwise, ranknet, soft, "
              "structural");
    EXPECT_EQ(refusal("svm", {"tier_weights=1,x"}),
              "tier_weights: a weight is not a number from 0 on; write 'tier_weights=0.9,0.1'");
    EXPECT_EQ(refusal("softrank", {"sgma=1"}).substr(0, 49),
              "sgma: unknown parameter 'sgma'; did you mean 'sig");
}

/// Whoever sets what does nothing believes that it counts.
TEST(ObjectiveParams, AreRefusedWhereTheyHaveNoEffect) {
    const auto refusal = [](const std::string& learner, const std::vector<std::string>& settings) {
        return testing::error_message(
            [&] { learner_named(learner).make(testing::settings_of(settings)); });
    };
    const auto idle = [](const std::string& name, const std::string& unless) {
        return fmt::format(
            "{0}: '{0}' has no effect unless {1}; set that too, or leave out '{0}'", name, unless);
    };
    for (const std::string learner : {"lambdamart", "listnet"}) {
        EXPECT_EQ(refusal(learner, {"pairs=p.tsv"}), idle("pairs", "'objective=pairs'"));
        EXPECT_EQ(refusal(learner, {"pairs=p.tsv", "late=pairs", "schedule=linear:0.1:0.01"}),
                  "no error");
        EXPECT_EQ(refusal(learner, {"schedule=linear:0.1:0.01"}),
                  idle("schedule", "'late' names an objective"));
    }
    EXPECT_EQ(refusal("svm", {"pairs_form=rows", "objective=structural(NDCG(psi=pairs))"}),
              idle("pairs_form", "'objective=pairs'"));
    for (const std::string learner : {"lambdamart", "lambdarank"}) {
        EXPECT_EQ(refusal(learner, {"centre=4", "cost=logistic"}),
                  idle("centre", "'cost=sigmoid'"));
        EXPECT_EQ(refusal(learner, {"centre=4", "cost=sigmoid"}), "no error");
        EXPECT_EQ(refusal(learner, {"centre=4", "objective=0.5*lambda + 0.5*sigmoid(NDCG)"}),
                  "no error");
    }
    EXPECT_EQ(refusal("mart", {"coarse_mean=3", "rounding=fine"}),
              idle("coarse_mean", "'rounding=coarse'"));
    EXPECT_EQ(refusal("mart", {"coarse_mean=3"}), "no error");
    for (const std::string learner : {"svm", "ranksvm", "svmacc"}) {
        EXPECT_EQ(refusal(learner, {"thresholds=5"}), idle("thresholds", "'features=bits'"));
        EXPECT_EQ(refusal(learner, {"thresholds=5", "features=bits"}), "no error");
    }
    EXPECT_EQ(
        testing::error_message([] { scores_of("lambdamart", {"tier_weights=0.5"}, {"NDCG"}); }),
        idle("tier_weights", "there are several 'for'"));
}

TEST(ObjectiveVariants, AreEveryCombinationOfTheListsOfNumbers) {
    const ObjectiveEntry& focused = objective_named("focused", {});
    const ObjectiveVariants variants = objective_variants(
        focused, testing::settings_of({"beta=0:0.5:1", "scaled=no", "beta=0.25:0.75"}));
    EXPECT_EQ(variants.texts, (std::vector<std::string>{"beta=0.25", "beta=0.75"}));
    ASSERT_EQ(variants.settings.size(), 2U);
    EXPECT_EQ(focused.params(variants.settings[1], {})[0].value, "0.75");
    EXPECT_EQ(focused.params(variants.settings[1], {})[2].value, "no");
    EXPECT_EQ(variants.described[0].value, "0.25:0.75");
    EXPECT_EQ(describe_variants(focused)[0].range, "0 to 1, or a list to choose from: a:b:c");
    EXPECT_EQ(testing::error_message(
                  [&] { objective_variants(focused, testing::settings_of({"beta=0:2"})); }),
              "beta: beta=2 is not a number from 0 to 1; the default is 0.5");
}

}  // namespace
}  // namespace gradus
