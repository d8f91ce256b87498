#include "gradus/learners/boosting/rounds/boost_training.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/json.hpp"
#include "gradus/evaluation/evaluator.hpp"
#include "gradus/models/tree_ensemble.hpp"
#include "gradus/scoring/scorer.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/random_queries.hpp"
#include "gradus/testing/resumed_training.hpp"
#include "gradus/testing/scored_data.hpp"
#include "gradus/testing/settings.hpp"
#include "gradus/testing/targets.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus::boosting {
namespace {

using testing::targets_of;

const std::vector<std::string> boosters = {"rankboost", "adarank", "focusedboost"};

Dataset data_of(std::uint64_t seed) {
    return testing::random_queries(seed, {.queries = 40, .most_documents = 12, .features = 6});
}

std::unique_ptr<const Model> fit(const std::string& learner,
                                 const std::vector<std::string>& settings,
                                 const Dataset& data,
                                 const FitContext& context) {
    return learner_named(learner).make(testing::settings_of(settings))->fit(data, context);
}

double value(const Model& model, const Dataset& data, const NamedMeasure& target) {
    return Evaluator(data, {target}, 1).means(score_all(model, data, "data", 1)).front();
}

std::vector<Json> lines_of(const std::string& text) {
    std::vector<Json> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(Json::parse(line));
    return lines;
}

TEST(Boosted, ResumedGivesTheSameBytes) {
    const Dataset data = data_of(1);
    const Dataset valid = data_of(2);
    const auto goal = targets_of({"NDCG"});
    for (const std::string learner : {"rankboost", "adarank"})  // what has no validation data
        testing::expect_the_same_when_resumed(
            *learner_named(learner).make(testing::settings_of({"rounds=20"})),
            data,
            FitContext{.targets = goal});
    testing::expect_the_same_when_resumed(
        *learner_named("focusedboost")
             .make(testing::settings_of({"rounds=8", "beta=0:0.5:1", "literal=yes"})),
        data,
        FitContext{.targets = goal, .valid = &valid});
}

TEST(Boosted, RefusesTheCheckpointOfAnotherTraining) {
    const testing::TemporaryFolder folder;
    const Dataset data = data_of(1);
    const auto goal = targets_of({"NDCG"});
    FitContext context{.targets = goal,
                       .files = {.checkpoint = folder.file("part"), .checkpoint_seconds = 0.0}};
    fit("rankboost", {"rounds=3"}, data, context);
    EXPECT_EQ(testing::error_message([&] { fit("rankboost", {"rounds=3"}, data, context); }),
              folder.file("part") +
                  ": there is a checkpoint already, of a training that was broken off or is done; "
                  "'resume' goes on from it, 'force' starts anew and overwrites it");
    context.files.resume = true;
    EXPECT_EQ(fit("rankboost", {"rounds=3"}, data, context)->to_text(),
              fit("rankboost", {"rounds=3"}, data, {.targets = goal})->to_text());
    const auto refusal = [&](const std::string& what) {
        return folder.file("part") + ": the checkpoint belongs to another training: " + what +
               "; resume with what the training was started with, or start anew with 'force'";
    };
    EXPECT_EQ(testing::error_message([&] { fit("rankboost", {"rounds=4"}, data, context); }),
              refusal("'rounds' is 3 in the checkpoint and 4 now"));
    EXPECT_EQ(testing::error_message([&] { fit("adarank", {"rounds=3"}, data, context); }),
              refusal("the learner is rankboost in the checkpoint and adarank now"));
    const std::string of_data =
        testing::error_message([&] { fit("rankboost", {"rounds=3"}, data_of(2), context); });
    EXPECT_NE(of_data.find("another training: the training data is "), std::string::npos);
    EXPECT_EQ(of_data.find("rounds"), std::string::npos);
    folder.write("part", "{}");
    EXPECT_EQ(
        testing::error_message([&] { fit("rankboost", {"rounds=3"}, data, context); }),
        folder.file("part") + ": it is not a checkpoint; give the file of an earlier 'checkpoint'");
}

TEST(Boosted, KeepsTheBestRoundOnValidationDataForEachMeasure) {
    const testing::TemporaryFolder folder;
    const Dataset data = data_of(3);
    const Dataset valid = data_of(4);
    const auto goal = targets_of({"NDCG"});
    const auto stop_on = targets_of({"P@2"});
    for (const std::string& learner : boosters) {
        SCOPED_TRACE(learner);
        std::vector<Alternative> also;
        also.push_back({.by = named_measure("RR")});
        FitContext context{.targets = goal, .stop_on = stop_on, .valid = &valid, .also = also};
        context.files.log = folder.file(learner + ".log");
        std::vector<std::string> settings = {"rounds=25"};
        if (learner == "focusedboost") settings.emplace_back("beta=0.8:0.2");
        const auto model = fit(learner, settings, data, context);
        const auto lines = lines_of(folder.content(learner + ".log"));
        ASSERT_GT(lines.size(), 10U);
        double most_p = -1.0;
        double most_rr = -1.0;
        Json best;
        for (const Json& line : lines) {
            const auto p = line.at("valid").at("p@2").as<double>();
            if (p > most_p) {
                best = Json{{"step", line.at("step")}, {"candidate", line.at("candidate")}};
            }
            most_p = std::max(most_p, p);
            most_rr = std::max(most_rr, line.at("valid").at("rr").as<double>());
            EXPECT_EQ(line.at("best"), best);
        }
        // Scores are floats in the model.
        EXPECT_NEAR(value(*model, valid, stop_on[0]), most_p, 1e-6);
        EXPECT_NEAR(value(*also[0].model, valid, also[0].by), most_rr, 1e-6);
    }
}

TEST(Boosted, WithoutValidationDataKeepsAllRoundsOrTheBestByItsMeasure) {
    const testing::TemporaryFolder folder;
    const Dataset data = data_of(5);
    const auto goal = targets_of({"NDCG"});
    FitContext context{.targets = goal, .files = {.force = true, .log = folder.file("log")}};
    for (const std::string learner : {"rankboost", "focusedboost"}) {
        const auto model = fit(learner, {"rounds=12"}, data, context);
        EXPECT_EQ(model->as<TreeEnsemble>()->trees().size(), 12U);
    }
    const auto model = fit("adarank", {"rounds=40", "patience=0"}, data, context);
    double most = 0.0;
    for (const Json& line : lines_of(folder.content("log")))
        most = std::max(most, line.at("train").at("ndcg").as<double>());
    // Ties in the model keep the order of the file; in training they have their mean.
    EXPECT_NEAR(value(*model, data, goal[0]), most, 0.02);
}

TEST(Boosted, GivesTheSameBytesForAnyNumberOfThreadsWithFewThresholds) {
    const Dataset data = data_of(6);
    const Dataset valid = data_of(7);
    const auto goal = targets_of({"NDCG"});
    for (const std::string learner : {"rankboost", "focusedboost"}) {
        const auto text = [&](unsigned threads) {
            return fit(learner,
                       {"rounds=15", "thresholds=4"},
                       data,
                       {.targets = goal, .valid = &valid, .threads = threads})
                ->to_text();
        };
        const std::string one = text(1);
        EXPECT_EQ(text(2), one) << learner;
        EXPECT_EQ(text(7), one) << learner;
    }
}

TEST(Boosted, EndsWithAWeakRankerThatMakesNoMistake) {
    Dataset data = testing::graded_data({{1, 0, 0}, {0, 1}});
    data.features = FeatureMatrix(5, 1);
    for (const std::size_t i : {0U, 4U}) data.features.mutable_row(i)[0] = 7.0F;
    const auto goal = targets_of({"NDCG"});
    for (const std::string learner : {"rankboost", "focusedboost"}) {
        const auto model = fit(learner, {}, data, {.targets = goal});
        EXPECT_EQ(model->as<TreeEnsemble>()->trees().size(), 1U) << learner;
        EXPECT_EQ(value(*model, data, goal[0]), 1.0);
    }
    EXPECT_EQ(value(*fit("adarank", {}, data, {.targets = goal}), data, goal[0]), 1.0);
}

class Notes final : public Progress {
  public:
    void update(const ProgressState& /*state*/) override {}
    void finish(const ProgressState& /*state*/, std::string_view result) override {
        notes.emplace_back(result);
    }
    void note(std::string_view text) override { notes.emplace_back(text); }
    std::vector<std::string> notes;
};

TEST(Boosted, SaysWhatPlaysNoPart) {
    const auto goal = targets_of({"NDCG"});
    const auto notes_of = [&](const std::string& learner, const Dataset& data) {
        Notes progress;
        fit(learner, {"rounds=1"}, data, {.targets = goal, .progress = progress});
        return progress.notes;
    };
    Dataset data = testing::graded_data({{1, 0}, {0, 1}});
    data.features = FeatureMatrix(4, 1);
    data.features.mutable_row(0)[0] = 1.0F;
    EXPECT_EQ(notes_of("focusedboost", data),
              (std::vector<std::string>{
                  "the measure tells no orders of the top documents apart: beta plays no part",
                  "1 round"}));
    data.labels[0].values = std::vector<float>{1, 2, 1, 3};
    EXPECT_EQ(notes_of("focusedboost", data).front(),
              "there are no pairs of a top document and another: beta plays no part");
    EXPECT_EQ(notes_of("rankboost", data), std::vector<std::string>{"1 round"});
}

TEST(Boosted, SaysWhatItCannotDo) {
    const Dataset data = data_of(8);
    std::vector<NamedMeasure> two = targets_of({"NDCG"});
    two.push_back(named_measure("AP"));
    const auto one = targets_of({"NDCG"});
    std::vector<std::string> names;
    for (std::size_t j = 0; j < data.features.columns(); ++j) names.push_back(data.feature_name(j));
    const TreeEnsemble start(std::move(names), 0.0, {});
    for (const std::string& learner : boosters) {
        const auto refusal = [&](const std::vector<std::string>& settings,
                                 const FitContext& context) {
            return testing::error_message([&] { fit(learner, settings, data, context); });
        };
        EXPECT_EQ(refusal({}, {.targets = two}),
                  "for: boosting is for one measure; give one 'for'; several 'stop_on' may "
                  "pick the best round");
        EXPECT_EQ(refusal({}, {.targets = one, .start = &start, .files = {.start = "old.json"}}),
                  "old.json: boosting does not go on from a finished model; leave out 'start'; "
                  "'checkpoint' and 'resume' go on after a break");
    }
    EXPECT_EQ(
        testing::error_message([&] { fit("focusedboost", {"beta=0:1"}, data, {.targets = one}); }),
        "valid: several values of a parameter can only be chosen from by validation data; give "
        "one, or name validation data with 'valid'");
}

}  // namespace
}  // namespace gradus::boosting
