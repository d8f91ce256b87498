#include "gradus/models/model.hpp"

#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/models/linear.hpp"
#include "gradus/models/net.hpp"
#include "gradus/models/steps.hpp"
#include "gradus/models/tree_ensemble.hpp"
#include "gradus/models/tree_shap.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus {
namespace {

using testing::error_message;

/// A model of each kind, of three features.
std::vector<std::unique_ptr<const Model>> all_kinds() {
    std::vector<std::unique_ptr<const Model>> all;
    all.push_back(std::make_unique<LinearModel>(std::vector<LinearModel::Feature>{
        {"a", 0.0, 1.0, 1.0}, {"b", 0.0, 1.0, 1.0}, {"c", 0.0, 1.0, 1.0}}));
    const net::Shape shape{.inputs = 3, .hidden = 2};
    all.push_back(std::make_unique<NetModel>(
        std::vector<NetInput>{{"a"}, {"b"}, {"c"}}, 2, std::vector<float>(shape.weights(), 0.5F)));
    Thresholds thresholds;
    thresholds.feature_names = {"a", "b", "c"};
    thresholds.of_feature = {{0.5F}, {0.5F}, {0.5F}};
    all.push_back(
        std::make_unique<StepModel>(std::move(thresholds), std::vector<double>{1.0, 2.0, 3.0}));
    all.push_back(std::make_unique<TreeEnsemble>(
        std::vector<std::string>{"a", "b", "c"},
        0.0,
        std::vector<Tree>{{.splits = {{.feature = 2, .threshold = 0.5F}},
                           .leaves = {{.value = 1.0}, {.value = 2.0}}}}));
    return all;
}

TEST(SaveModel, WritesWhatLoadModelReads) {
    const testing::TemporaryFolder folder;
    for (const auto& model : all_kinds()) {
        save_model(*model, folder.file("model.json"));
        EXPECT_EQ(load_model(folder.file("model.json"))->to_text(), model->to_text());
    }
    EXPECT_NE(error_message([&] { save_model(*all_kinds()[0], folder.file("no/model.json")); }),
              "");
}

TEST(Model, RefusesADocumentWithMoreOrFewerValuesThanFeatures) {
    constexpr const char* remedy =
        "; give a value for each feature of the model, NaN where it is missing";
    for (const auto& model : all_kinds()) {
        const std::vector<float> values(12);
        const auto first = [&](std::size_t count) { return std::span(values).first(count); };
        for (const std::size_t count : {0U, 1U, 2U, 4U}) {
            const std::string expected = std::to_string(count) +
                                         (count == 1 ? " value" : " values") +
                                         " for 1 document of a model with 3 features" + remedy;
            EXPECT_EQ(error_message([&] { model->score(first(count)); }), expected);
            EXPECT_EQ(error_message([&] { model->explain(first(count)); }), expected);
        }
        std::vector<float> scores(4);
        EXPECT_EQ(error_message([&] { model->score_rows(first(11), scores); }),
                  std::string("11 values for 4 documents of a model with 3 features") + remedy);
        EXPECT_EQ(error_message([&] { model->score_rows(first(9), scores); }),
                  std::string("9 values for 4 documents of a model with 3 features") + remedy);
        model->score_rows(values, scores);
        EXPECT_EQ(scores[3], model->score(first(3)));
    }
}

TEST(TreeShap, RefusesADocumentWithTooFewValues) {
    const Tree tree{.splits = {{.feature = 2, .threshold = 0.5F}},
                    .leaves = {{.value = 1.0}, {.value = 2.0}}};
    const TreeShap shap(0.0, std::span(&tree, 1), 3);
    EXPECT_EQ(error_message([&] { shap.explain(std::vector<float>(2)); }),
              "2 values for a document of 3 features; give a value for each feature of the model, "
              "NaN where it is missing");
}

}  // namespace
}  // namespace gradus
