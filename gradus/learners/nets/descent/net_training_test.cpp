#include "gradus/learners/nets/descent/net_training.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/json.hpp"
#include "gradus/base/random.hpp"
#include "gradus/evaluation/evaluator.hpp"
#include "gradus/models/net.hpp"
#include "gradus/scoring/scorer.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/resumed_training.hpp"
#include "gradus/testing/settings.hpp"
#include "gradus/testing/targets.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus::net {
namespace {

using testing::targets_of;

/// Grades that follow a product of two features, which no linear model ranks by.
Dataset curved(std::size_t queries, std::uint64_t seed) {
    Random random(seed, "net data");
    Dataset data;
    constexpr std::size_t features = 5;
    data.labels.push_back({"grade", {}});
    data.query_begins.push_back(0);
    std::vector<float> values;
    for (std::size_t query = 0; query < queries; ++query) {
        const std::size_t size = 1 + random.below(12);
        for (std::size_t i = 0; i < size; ++i) {
            const std::size_t begin = values.size();
            for (std::size_t j = 0; j + 1 < features; ++j)
                values.push_back(static_cast<float>(3.0 + 2.0 * random.normal()));
            values.push_back(7.0F);  // tells nothing
            const float utility = (values[begin] - 3.0F) * (values[begin + 1] - 3.0F);
            data.labels[0].values.push_back(utility > 3.0F ? 2.0F : utility > 0.5F ? 1.0F : 0.0F);
        }
        data.query_ids.push_back(std::to_string(query));
        data.query_begins.push_back(values.size() / features);
    }
    data.features = FeatureMatrix(values.size() / features, features);
    for (std::size_t i = 0; i < data.documents(); ++i)
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(i * features),
                    features,
                    data.features.mutable_row(i).begin());
    return data;
}

std::unique_ptr<const Model> fit(const std::string& learner,
                                 const std::vector<std::string>& settings,
                                 const Dataset& data,
                                 const FitContext& context) {
    return learner_named(learner).make(testing::settings_of(settings))->fit(data, context);
}

double value(const Model& model, const Dataset& data, const std::string& measure) {
    return Evaluator(data, {named_measure(measure)}, 1)
        .means(score_all(model, data, "data", 1))
        .front();
}

const std::vector<std::string> net_learners = {
    "ranknet", "lambdarank", "softrank", "listnet", "listmle", "focusednet"};

TEST(NetTraining, LearnsWhatNoLinearModelCan) {
    const Dataset data = curved(150, 1);
    const Dataset fresh = curved(150, 2);
    const auto goal = targets_of({"NDCG"});
    for (const std::string& learner : net_learners) {
        const std::vector<std::string> settings = {
            "epochs=60", "optimiser=adam", "learning_rate=0.02", "batch=4"};
        std::vector<std::string> linear = settings;
        linear.emplace_back("hidden=0");
        const double curved_value =
            value(*fit(learner, settings, data, {.targets = goal}), fresh, "NDCG");
        const double linear_value =
            value(*fit(learner, linear, data, {.targets = goal}), fresh, "NDCG");
        EXPECT_GT(curved_value, linear_value + 0.1) << learner;
    }
}

/// Every query a second time.
Dataset twice(const Dataset& data) {
    Dataset doubled;
    doubled.labels.push_back({"grade", {}});
    doubled.query_begins.push_back(0);
    doubled.features = FeatureMatrix(2 * data.documents(), data.features.columns());
    for (std::size_t i = 0; i < 2 * data.documents(); ++i) {
        const std::size_t original = i % data.documents();
        std::ranges::copy(data.features.row(original), doubled.features.mutable_row(i).begin());
        doubled.labels[0].values.push_back(data.grades()[original]);
    }
    for (std::size_t query = 0; query < 2 * data.queries(); ++query) {
        doubled.query_ids.push_back(std::to_string(query));
        doubled.query_begins.push_back(doubled.query_begins.back() +
                                       data.query_size(query % data.queries()));
    }
    return doubled;
}

TEST(NetTraining, StepsByTheMeanOfABatch) {
    const Dataset once = curved(20, 21);
    const auto goal = targets_of({"NDCG"});
    const std::vector<std::string> settings = {"epochs=3", "learning_rate=0.05", "restart_after=0"};
    const auto scores = [&](const Dataset& data, const std::string& batch) {
        std::vector<std::string> all = settings;
        all.push_back(batch);
        return score_all(*fit("ranknet", all, data, {.targets = goal}), once, "data", 1);
    };
    const std::vector<float> expected = scores(once, "batch=20");
    const std::vector<float> got = scores(twice(once), "batch=40");
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(got[i], expected[i], 1e-4);
}

TEST(NetTraining, GivesTheSameBytesForAnyNumberOfThreadsThatShareABatch) {
    const Dataset data = curved(60, 3);
    const Dataset valid = curved(30, 4);
    const auto goal = targets_of({"AP"});
    for (const std::string& learner : net_learners) {
        const auto text = [&](unsigned threads) {
            return fit(learner,
                       {"epochs=4", "batch=16"},
                       data,
                       {.targets = goal, .valid = &valid, .threads = threads})
                ->to_text();
        };
        const std::string one = text(1);
        for (const unsigned threads : {2U, 3U, 8U}) EXPECT_EQ(text(threads), one) << learner;
    }
}

TEST(NetTraining, ResumedGivesTheSameBytes) {
    const Dataset data = curved(40, 5);
    const Dataset valid = curved(30, 6);
    const auto goal = targets_of({"NDCG@5"});
    for (const std::vector<std::string>& settings :
         {std::vector<std::string>{"epochs=9", "restart_after=2"},
          {"epochs=6", "optimiser=adam", "learning_rate=0.1:0.01", "batch=8"},
          {"epochs=6", "precision=double", "hidden=0", "decay=0.01"}}) {
        testing::expect_the_same_when_resumed(
            *learner_named("softrank").make(testing::settings_of(settings)),
            data,
            FitContext{.targets = goal, .valid = &valid});
    }
}

TEST(NetTraining, IsNearlyTheSameInSingleAndDoublePrecision) {
    const Dataset data = curved(40, 7);
    const auto goal = targets_of({"NDCG"});
    for (const std::string learner : {"ranknet", "lambdarank", "softrank", "listnet"}) {
        const auto scores = [&](const std::string& precision) {
            return score_all(*fit(learner,
                                  {"epochs=3", "precision=" + precision, "restart_after=0"},
                                  data,
                                  {.targets = goal}),
                             data,
                             "data",
                             1);
        };
        const auto single = scores("single");
        const auto twice = scores("double");
        for (std::size_t i = 0; i < single.size(); ++i)
            EXPECT_NEAR(single[i], twice[i], 1e-3F) << learner;
    }
}

TEST(NetTraining, KeepsTheBestEpochOfAllRates) {
    const testing::TemporaryFolder folder;
    const Dataset data = curved(40, 8);
    const Dataset valid = curved(40, 9);
    const auto goal = targets_of({"NDCG@5"});
    const auto stop = targets_of({"P@1"});
    const FitContext context{
        .targets = goal, .stop_on = stop, .valid = &valid, .files = {.log = folder.file("log")}};
    const auto model =
        fit("lambdarank", {"epochs=15", "learning_rate=0.0001:0.03:0.3"}, data, context);
    double best = 0.0;
    std::size_t lines = 0;
    std::ifstream log(folder.file("log"));
    for (std::string line; std::getline(log, line); ++lines) {
        const Json json = Json::parse(line);
        best = std::max(best, json.at("valid").at("p@1").as<double>());
        EXPECT_TRUE(json.at("train").contains("ndcg@5"));
    }
    EXPECT_EQ(lines, 45U);
    EXPECT_EQ(value(*model, valid, "P@1"), best);
}

TEST(NetTraining, DrawsNewWeightsWhereTrainingStandsStill) {
    const testing::TemporaryFolder folder;
    const Dataset data = curved(20, 10);
    const auto goal = targets_of({"NDCG"});
    // A rate so small that nothing moves.
    fit("ranknet",
        {"epochs=12", "learning_rate=1e-9", "restart_after=3"},
        data,
        {.targets = goal, .files = {.log = folder.file("log")}});
    std::ifstream log(folder.file("log"));
    std::vector<std::size_t> restarts;
    for (std::string line; std::getline(log, line);)
        restarts.push_back(Json::parse(line).at("restarts").as<std::size_t>());
    // The first epoch of a draw is always the best so far; three more, and the next is drawn.
    EXPECT_EQ(restarts, (std::vector<std::size_t>{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}));
}

class Notes final : public Progress {
  public:
    void update(const ProgressState& /*state*/) override {}
    void finish(const ProgressState& /*state*/, std::string_view /*result*/) override {}
    void note(std::string_view text) override { notes.emplace_back(text); }
    std::vector<std::string> notes;
};

TEST(NetTraining, LowersARateThatIsTooLarge) {
    Dataset data = curved(20, 11);
    std::vector<float> grades;
    for (const float grade : data.labels[0].values) grades.push_back(30.0F * grade);
    data.labels[0].values = std::move(grades);  // gains up to 2^60
    const auto goal = targets_of({"DCG"});
    Notes progress;
    const auto model = fit("lambdarank",
                           {"epochs=3", "learning_rate=1000", "hidden=2"},
                           data,
                           {.targets = goal, .progress = progress});
    ASSERT_FALSE(progress.notes.empty());
    EXPECT_NE(progress.notes.front().find(
                  "the weights left the range of numbers; it is done again with the rate 100 "
                  "instead of 1000"),
              std::string::npos)
        << progress.notes.front();
    for (const float score : score_all(*model, data, "data", 1)) EXPECT_TRUE(std::isfinite(score));
}

std::string message(const std::string& learner,
                    const std::vector<std::string>& settings,
                    const Dataset& data,
                    const FitContext& context) {
    return testing::error_message([&] { fit(learner, settings, data, context); });
}

TEST(NetTraining, RefusesWhatItCannotLearnFrom) {
    Dataset data = curved(20, 12);
    const auto goal = targets_of({"NDCG"});
    data.labels[0].values = std::vector<float>(data.documents(), 1.0F);
    EXPECT_EQ(message("ranknet", {}, data, {.targets = goal}),
              "training data: no query has documents whose order could be learned; give data with "
              "different grades within queries");
}

TEST(NetTraining, GoesOnFromANetOfTheSameShape) {
    const Dataset data = curved(40, 13);
    const auto goal = targets_of({"NDCG"});
    const std::vector<std::string> settings = {"epochs=1", "learning_rate=1e-9", "hidden=4"};
    const auto first = fit("ranknet", {"epochs=20", "hidden=4"}, data, {.targets = goal});
    const auto next = fit("ranknet", settings, data, {.targets = goal, .start = first.get()});
    const auto before = score_all(*first, data, "data", 1);
    const auto after = score_all(*next, data, "data", 1);
    for (std::size_t i = 0; i < before.size(); ++i) EXPECT_NEAR(before[i], after[i], 1e-4F);
    EXPECT_EQ(
        message("ranknet",
                {"hidden=5"},
                data,
                {.targets = goal, .start = first.get(), .files = {.start = "a.json"}}),
        "a.json: the model to start from is not a net of 5 features and 5 hidden units; start "
        "from a net of the same shape, or give its number of units with 'hidden'");
}

}  // namespace
}  // namespace gradus::net
