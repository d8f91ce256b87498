#include "gradus/evaluation/rankings.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "gradus/evaluation/profiled_measure.hpp"
#include "gradus/models/linear.hpp"

namespace gradus {
namespace {

class Rankings : public ::testing::Test {
  protected:
    Rankings()
        : folder_(std::filesystem::path(::testing::TempDir()) /
                  ::testing::UnitTest::GetInstance()->current_test_info()->name()) {
        std::filesystem::create_directories(folder_);
    }
    Rankings(const Rankings&) = delete;
    Rankings& operator=(const Rankings&) = delete;
    Rankings(Rankings&&) = delete;
    Rankings& operator=(Rankings&&) = delete;
    ~Rankings() override { std::filesystem::remove_all(folder_); }

    std::string file(const std::string& name, const std::string& text) const {
        const std::string path = folder_ / name;
        std::ofstream(path) << text;
        return path;
    }
    std::string model(const std::string& name, const std::string& feature, double weight) const {
        return file(name, LinearModel({{feature, {0.0, 1.0}, weight}}).to_text());
    }

    static EvaluationPlan plan(const std::vector<std::string>& measures,
                               const std::string& profile = "gradus") {
        EvaluationPlan result{.measures = {}, .profile = profile_named(profile), .threads = 2};
        for (const std::string& text : measures)
            result.measures.push_back(named_measure(text, result.profile));
        return result;
    }

  private:
    std::filesystem::path folder_;
};

/// One query whose better document has the larger value of the feature.
Dataset two_documents(const std::string& feature) {
    Dataset data;
    data.gaps = Gaps::zero;
    data.features = FeatureMatrix(2, 1);
    data.features.mutable_row(1)[0] = 1.0F;
    data.labels = {{"grade", {0, 1}}};
    data.query_begins = {0, 2};
    data.query_ids.push_back("q");
    data.feature_names = {feature};
    return data;
}

TEST_F(Rankings, OfDataAreThoseOfModelsThenOfScores) {
    std::size_t looks = 0;
    const std::vector<EvaluatedRun> runs =
        evaluate_data({.name = "data",
                       .models = {model("good.json", "a", 1.0), model("bad.json", "a", -1.0)},
                       .scores = {file("scores.txt", "3\n4\n")},
                       .read = [](const FeatureSchema*) { return two_documents("a"); },
                       .look = [&](const Dataset&) { ++looks; }},
                      plan({"RR", "P@1"}));
    ASSERT_EQ(runs.size(), 3U);
    EXPECT_EQ(runs[0].evaluation.means, (std::vector<double>{1.0, 1.0}));
    EXPECT_EQ(runs[1].evaluation.means, (std::vector<double>{0.5, 0.0}));
    EXPECT_EQ(runs[2].evaluation.means, (std::vector<double>{1.0, 1.0}));
    EXPECT_EQ(std::filesystem::path(runs[1].name).filename(), "bad.json");
    EXPECT_EQ(looks, 1U);
    EXPECT_FALSE(runs[0].why);
}

TEST_F(Rankings, ReadDataAgainOnlyForAModelOfOtherFeatures) {
    std::vector<std::string> read;
    const std::vector<EvaluatedRun> runs =
        evaluate_data({.name = "data",
                       .models = {model("1.json", "a", 1.0),
                                  model("2.json", "a", 2.0),
                                  model("3.json", "b", 1.0)},
                       .scores = {file("scores.txt", "2\n1\n")},
                       .read =
                           [&](const FeatureSchema* schema) {
                               read.push_back(schema->names.front());
                               return two_documents(read.back());
                           }},
                      plan({"RR"}));
    EXPECT_EQ(read, (std::vector<std::string>{"a", "b"}));
    ASSERT_EQ(runs.size(), 4U);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(runs[i].evaluation.means[0], 1.0) << i;
    EXPECT_EQ(runs[3].evaluation.means[0], 0.5);
}

TEST_F(Rankings, OfRunsShareTheJudgmentsAndTellWhyAnotherProfileDiffers) {
    EvaluationPlan asked = plan({"NDCG"});
    asked.other = profile_named("trec9");
    const std::vector<std::string> files = {file("1.run", "1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n"),
                                            file("2.run", "1 Q0 b 1 2 t\n1 Q0 a 2 1 t\n")};
    const std::vector<EvaluatedRun> runs =
        evaluate_runs(file("qrels", "1 0 a 1\n1 0 b 3\n"), files, asked);
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_LT(runs[0].evaluation.means[0], 1.0);
    EXPECT_EQ(runs[1].evaluation.means[0], 1.0);
    ASSERT_TRUE(runs[0].why && runs[1].why);
    EXPECT_GT(runs[0].why->all.changes[0], 0.0);  // linear gains lose less
    EXPECT_EQ(runs[1].why->all.changes[0], 0.0);
}

}  // namespace
}  // namespace gradus
