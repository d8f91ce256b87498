#include "gradus/models/linear.hpp"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/base/random.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus {
namespace {

const float missing = std::nanf("");

TEST(LinearModel, ScoresStandardisedFeaturesAndSkipsMissingOnes) {
    const LinearModel model({{"a", 1.0, 2.0, 3.0}, {"b", 0.0, 1.0, -1.0}});
    EXPECT_EQ(model.score(std::vector<float>{5.0F, 4.0F}), 3.0F * 2.0F - 4.0F);
    EXPECT_EQ(model.score(std::vector<float>{missing, 4.0F}), -4.0F);
}

TEST(LinearModel, AReloadedModelScoresTheSameBits) {
    Random random(1, "weights");
    std::vector<LinearModel::Feature> features;
    for (int j = 0; j < 20; ++j) {
        features.push_back(
            {std::to_string(j + 1), random.normal(), random.gamma(1.0), random.normal()});
    }
    const LinearModel model(features, {"ranknet", {"ndcg@10"}, {{"epochs", "3"}}});
    const testing::TemporaryFolder folder;
    const auto loaded = load_model(folder.write("model.json", model.to_text()));
    EXPECT_EQ(loaded->to_text(), model.to_text());
    EXPECT_EQ(dynamic_cast<const LinearModel&>(*loaded).notes().learner, "ranknet");
    std::vector<float> row(20);
    for (int trial = 0; trial < 100; ++trial) {
        for (float& value : row) value = static_cast<float>(random.normal());
        EXPECT_EQ(loaded->score(row), model.score(row));
    }
}

TEST(LinearModel, ExplainsAScoreByItsTerms) {
    const LinearModel model({{"a", 1.0, 2.0, 3.0}, {"b", 0.0, 1.0, -1.0}, {"c", 0.0, 1.0, 9.0}});
    const auto explanation = model.explain(std::vector<float>{5.0F, 4.0F, missing});
    ASSERT_TRUE(explanation.has_value());
    EXPECT_EQ(explanation->expectation, 0.0);
    EXPECT_EQ(explanation->values, (std::vector<double>{6.0, -4.0, 0.0}));
}

TEST(LinearModel, SummaryListsTheLargestWeightsFirst) {
    const LinearModel model({{"small", 0.0, 1.0, 0.5}, {"large", 0.0, 1.0, -2.0}},
                            {"ranknet", {"ndcg"}, {{"epochs", "3"}, {"seed", "1"}}});
    EXPECT_EQ(model.summary(),
              "kind        linear\n"
              "learner     ranknet\n"
              "trained for ndcg\n"
              "parameters  epochs = 3\n"
              "            seed = 1\n"
              "features    2\n"
              "\n"
              "largest weights of standardised features\n"
              "  -2.0000  large\n"
              "  +0.5000  small\n");
}

TEST(LinearModel, NamesThatAreNoTextOfUnicodeDoNotStopTheWriter) {
    const LinearModel model({{"caf\xE9", 0.0, 1.0, 1.0}});
    EXPECT_EQ(model_from_text(model.to_text(), "copy")->feature_name(0), "caf\xEF\xBF\xBD");
}

TEST(ScoreAll, MatchesFeaturesByName) {
    const LinearModel named({{"a", 0.0, 1.0, 1.0}, {"b", 0.0, 1.0, 10.0}});
    const LinearModel numbered({{"1", 0.0, 1.0, 1.0}, {"2", 0.0, 1.0, 10.0}});
    Dataset data;
    data.features = FeatureMatrix(1, 2);
    data.features.mutable_row(0)[0] = 1.0F;
    data.features.mutable_row(0)[1] = 2.0F;
    EXPECT_EQ(score_all(named, data, "data", 1), std::vector<float>{21.0F});
    data.feature_names = {"a", "b"};
    EXPECT_EQ(score_all(named, data, "data", 1), std::vector<float>{21.0F});
    EXPECT_EQ(score_all(numbered, data, "data", 1), std::vector<float>{21.0F});
    data.feature_names = {"b", "a"};
    EXPECT_EQ(score_all(named, data, "data", 1), std::vector<float>{12.0F});
    EXPECT_EQ(model_row(named, data, "data", 0), (std::vector<float>{2.0F, 1.0F}));
    data.feature_names = {"a", "c"};
    try {
        score_all(named, data, "data", 1);
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_STREQ(
            error.what(),
            "data: it lacks 1 feature of the model: 'b' (and has 1 of its own: 'c'); give it a "
            "column of that name for each feature");
    }
}

TEST(LoadModel, SaysWhatIsWrongWithAFile) {
    const testing::TemporaryFolder folder;
    const auto failure = [&](const std::string& text) -> std::string {
        try {
            load_model(folder.write("model.json", text));
        } catch (const Error& error) {
            return std::string(error.what()).substr(folder.path().size() + 1);
        }
        return "no error";
    };
    const std::string remedy = "; give a model that Gradus has trained";
    EXPECT_EQ(failure(""), "model.json: this is not a Gradus model" + remedy);
    EXPECT_EQ(failure("[1]"), "model.json: this is not a Gradus model" + remedy);
    EXPECT_EQ(failure(R"({"format":"gradus-model","version":2})"),
              "model.json: the model has version 2 of the format, but this Gradus reads version 1; "
              "use the newer Gradus that wrote it");
    EXPECT_EQ(failure(R"({"format":"gradus-model","version":0})"),
              "model.json: the model has version 0 of the format, but this Gradus reads version 1; "
              "train it again");
    EXPECT_EQ(failure(R"({"format":"gradus-model"})"),
              "model.json: the model file is damaged: it does not tell its version" + remedy);
    EXPECT_EQ(
        failure(
            R"({"format":"gradus-model","version":1,"model":"linear","features":[{"name":3}]})"),
        "model.json: the model file is damaged: features[0]: 'name' is not text" + remedy);
    EXPECT_EQ(failure(R"({"format":"gradus-model","version":1,"model":"linear"})"),
              "model.json: the model file is damaged: 'features' is not a list" + remedy);
    EXPECT_EQ(
        failure(R"({"format":"gradus-model","version":1,"model":"linear",)"
                R"("features":[{"name":"a","mean":0,"spread":0,"weight":1}]})"),
        "model.json: the model file is damaged: features[0]: 'spread' is not above 0" + remedy);
    EXPECT_EQ(
        failure(R"({"format":"gradus-model","version":1,"model":"linear",)"
                R"("features":[{"name":"a","mean":"0","spread":1,"weight":1}]})"),
        "model.json: the model file is damaged: features[0]: 'mean' is not a number" + remedy);
    EXPECT_EQ(failure(R"({"format":3})"), "model.json: this is not a Gradus model" + remedy);
    EXPECT_EQ(failure(R"({"format":"gradus-model","version":1,"model":"oracle"})"),
              "model.json: the kind of model is unknown" + remedy);
}

}  // namespace
}  // namespace gradus
