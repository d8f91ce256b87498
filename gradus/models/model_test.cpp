#include "gradus/models/model.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/models/linear.hpp"
#include "gradus/models/net.hpp"
#include "gradus/models/steps.hpp"
#include "gradus/models/tree_ensemble.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/models.hpp"

namespace gradus {
namespace {

using testing::all_kinds;
using testing::error_message;

TEST(EveryModel, RefusesADocumentWithMoreOrFewerValuesThanFeatures) {
    for (const auto& model : all_kinds(1)) {
        const std::vector<float> values(4);
        for (const std::size_t count : {0U, 1U, 2U, 4U}) {
            const auto row = std::span(values).first(count);
            const std::string expected =
                std::to_string(count) + (count == 1 ? " value" : " values") +
                " for 1 document of a model with 3 features; give a value for each feature of the "
                "model, NaN where it is missing";
            EXPECT_EQ(error_message([&] { model->score(row); }), expected);
            EXPECT_EQ(error_message([&] { model->explain(row); }), expected);
        }
    }
}

TEST(EveryModel, IsOfOneKind) {
    std::vector<std::string_view> names;
    for (const auto& model : all_kinds(1)) {
        names.push_back(model->kind());
        EXPECT_EQ(model->visit([](const auto& kind) { return kind.kind_name; }), model->kind());
        const int kinds = (model->as<LinearModel>() != nullptr ? 1 : 0) +
                          (model->as<NetModel>() != nullptr ? 1 : 0) +
                          (model->as<StepModel>() != nullptr ? 1 : 0) +
                          (model->as<TreeEnsemble>() != nullptr ? 1 : 0);
        EXPECT_EQ(kinds, 1) << model->kind();
    }
    std::ranges::sort(names);
    EXPECT_EQ(std::ranges::adjacent_find(names), names.end()) << "a name stands for one kind";
}

TEST(EveryModel, ExplainsAScoreByPartsThatAddUpToIt) {
    std::size_t explained = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const std::vector<float> row = testing::random_rows(seed, 1, 5);
        for (const auto& model : all_kinds(seed, 5)) {
            const auto explanation = model->explain(row);
            if (!explanation) continue;
            ++explained;
            ASSERT_EQ(explanation->values.size(), 5);
            EXPECT_NEAR(std::accumulate(explanation->values.begin(),
                                        explanation->values.end(),
                                        explanation->expectation),
                        static_cast<double>(model->score(row)),
                        1e-5)  // the score is a float
                << model->kind() << ' ' << seed;
        }
    }
    EXPECT_EQ(explained, 60) << "all kinds but nets explain";
}

TEST(EveryModel, TellsAValueForEachFeatureWhereItTellsImportance) {
    for (const auto& model : all_kinds(2, 4))
        for (const Importance& each : model->importance())
            EXPECT_EQ(each.by_feature.size(), 4) << model->kind() << ' ' << each.name;
}

TEST(EveryModel, ScoresTheSameWhateverAnUnusedFeatureIs) {
    std::size_t unused = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        for (const auto& model : all_kinds(seed, 12)) {
            const std::vector<bool> used = model->used_features();
            if (used.empty()) continue;
            ASSERT_EQ(used.size(), 12);
            const std::vector<float> row = testing::random_rows(seed, 1, 12);
            std::vector<float> changed = row;
            for (std::size_t j = 0; j < used.size(); ++j) {
                if (used[j]) continue;
                changed[j] = 7.0F;
                ++unused;
            }
            EXPECT_EQ(model->score(changed), model->score(row)) << model->kind() << ' ' << seed;
        }
    }
    EXPECT_GT(unused, 0);
}

TEST(EveryModel, IsNotMovedByAMissingValueWhereThatCountsAsTheMean) {
    const float missing = std::numeric_limits<float>::quiet_NaN();
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        for (const auto& model : all_kinds(seed, 1)) {
            if (!model->takes_missing_as_mean()) continue;
            const double mean = model->as<LinearModel>() != nullptr
                                    ? model->as<LinearModel>()->weights()[0].scale.mean
                                    : model->as<NetModel>()->inputs()[0].scale.mean;
            EXPECT_NEAR(model->score(std::span(&missing, 1)),
                        model->score(std::vector<float>{static_cast<float>(mean)}),
                        1e-4)  // the mean as a float, divided by a spread of 0.1 or more
                << model->kind() << ' ' << seed;
        }
    }
}

}  // namespace
}  // namespace gradus
