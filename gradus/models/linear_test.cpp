#include "gradus/models/linear.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "gradus/models/model_format.hpp"

namespace gradus {
namespace {

const float missing = std::nanf("");

TEST(LinearModel, ScoresStandardisedFeaturesAndSkipsMissingOnes) {
    const LinearModel model({{"a", {1.0, 2.0}, 3.0}, {"b", {0.0, 1.0}, -1.0}});
    EXPECT_EQ(model.score(std::vector<float>{5.0F, 4.0F}), 3.0F * 2.0F - 4.0F);
    EXPECT_EQ(model.score(std::vector<float>{missing, 4.0F}), -4.0F);
}

TEST(LinearModel, ExplainsAScoreByItsTerms) {
    const LinearModel model(
        {{"a", {1.0, 2.0}, 3.0}, {"b", {0.0, 1.0}, -1.0}, {"c", {0.0, 1.0}, 9.0}});
    const auto explanation = model.explain(std::vector<float>{5.0F, 4.0F, missing});
    ASSERT_TRUE(explanation.has_value());
    EXPECT_EQ(explanation->expectation, 0.0);
    EXPECT_EQ(explanation->values, (std::vector<double>{6.0, -4.0, 0.0}));
}

TEST(LinearModel, SummaryListsTheLargestWeightsFirst) {
    const LinearModel model({{"small", {0.0, 1.0}, 0.5}, {"large", {0.0, 1.0}, -2.0}},
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
    const LinearModel model({{"caf\xE9", {0.0, 1.0}, 1.0}});
    EXPECT_EQ(model_from_text(model.to_text(), "copy")->feature_name(0), "caf\xEF\xBF\xBD");
}

}  // namespace
}  // namespace gradus
