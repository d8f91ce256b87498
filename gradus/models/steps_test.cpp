#include "gradus/models/steps.hpp"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/models/linear.hpp"
#include "gradus/models/model_format.hpp"
#include "gradus/testing/error_message.hpp"

namespace gradus {
namespace {

const float missing = std::nanf("");

Thresholds two_functions(ThresholdRule rule = ThresholdRule::strict) {
    return {.rule = rule, .feature_names = {"a", "b"}, .of_feature = {{1.0F, 2.0F}, {0.5F}}};
}

float score(const Model& model, std::vector<float> row) {
    return model.score(row);
}

TEST(StepModel, JumpsBeyondEachThreshold) {
    const StepModel model(two_functions(), {3.0, -1.0, 0.25});
    EXPECT_EQ(score(model, {1.0F, 0.5F}), 0.0F);
    EXPECT_EQ(score(model, {1.5F, 0.5F}), 3.0F);
    EXPECT_EQ(score(model, {2.5F, 0.6F}), 2.25F);
    EXPECT_EQ(score(model, {missing, missing}), 0.0F);
    const StepModel inclusive(two_functions(ThresholdRule::inclusive), {3.0, -1.0, 0.25});
    EXPECT_EQ(score(inclusive, {1.0F, 0.5F}), 3.25F);
}

// What it is made for: the same scores as a linear model on the bits themselves.
TEST(StepModel, ScoresAsALinearModelOnTheBitsDoes) {
    Random random(71, "steps");
    Dataset data;
    data.features = FeatureMatrix(300, 4);
    for (std::size_t i = 0; i < 300; ++i) {
        for (float& x : data.features.mutable_row(i))
            x = random.chance(0.1) ? missing : static_cast<float>(random.below(40));
        data.labels.resize(1);
        data.labels[0].values.push_back(0.0F);
    }
    data.query_ids.push_back("1");
    data.query_begins.push_back(0);
    data.query_begins.push_back(300);
    for (const ThresholdRule rule : {ThresholdRule::strict, ThresholdRule::inclusive}) {
        const Thresholds thresholds = choose_thresholds(data, {.count = 7, .rule = rule});
        const Dataset bits = to_indicators(data, thresholds, "data", 1);
        std::vector<LinearModel::Feature> weights;
        std::vector<double> jumps;
        for (std::size_t k = 0; k < thresholds.bits(); ++k) {
            jumps.push_back(random.normal());
            weights.push_back({bits.feature_name(k), {}, jumps.back()});
        }
        const StepModel steps(thresholds, jumps);
        const LinearModel linear(weights);
        for (std::size_t i = 0; i < data.documents(); ++i)
            ASSERT_NEAR(
                steps.score(data.features.row(i)), linear.score(bits.features.row(i)), 1e-5);
    }
}

TEST(StepModel, TellsItsStepsAndItsTerms) {
    const StepModel model(two_functions(), {3.0, -1.0, -4.0}, {"svm", {"ap"}, {}});
    EXPECT_EQ(std::vector<double>(model.heights(0).begin(), model.heights(0).end()),
              (std::vector<double>{0.0, 3.0, 2.0}));
    EXPECT_EQ(model.reach(0), 3.0);
    EXPECT_EQ(model.reach(1), 4.0);
    const auto explanation = model.explain(std::vector<float>{5.0F, 4.0F});
    ASSERT_TRUE(explanation.has_value());
    EXPECT_EQ(explanation->values, (std::vector<double>{2.0, -4.0}));
    EXPECT_EQ(model.summary(),
              "kind        steps\n"
              "learner     svm\n"
              "trained for ap\n"
              "features    2\n"
              "thresholds  3\n"
              "\n"
              "from the lowest to the highest step\n"
              "  4.0000  b\n"
              "  3.0000  a\n");
}

TEST(StepModel, SaysWhatIsWrongWithAFile) {
    const std::string text = StepModel(two_functions(), {3.0, -1.0, 0.25}).to_text();
    const auto message_with = [&](const std::string& old, const std::string& fresh) {
        std::string changed = text;
        changed.replace(changed.find(old), old.size(), fresh);
        return testing::error_message([&] { model_from_text(changed, "m"); });
    };
    const std::string tail = "; give a model that Gradus has trained";
    EXPECT_EQ(message_with("[1, 2]", "[2, 2]"),
              "m: the model file is damaged: features[0]: the thresholds do not rise" + tail);
    EXPECT_EQ(message_with("[1, 2]", "[1, 2, 3]"),
              "m: the model file is damaged: features[0]: there are not as many jumps as "
              "thresholds" +
                  tail);
    EXPECT_EQ(message_with("\">\"", "\"<\""),
              "m: the model file is damaged: 'rule' is neither > nor >=" + tail);
    EXPECT_EQ(message_with("[0.25]", "[null]"),
              "m: the model file is damaged: features[1]: 'jumps'[0] is not a valid number" + tail);
}

}  // namespace
}  // namespace gradus
