#include "gradus/learners/learner.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/evaluation/evaluator.hpp"
#include "gradus/models/model_format.hpp"
#include "gradus/scoring/scorer.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/settings.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus {
namespace {

/// Queries of 10 documents, three features. With a planted ranking the grade follows x0 - 2 x1;
/// else it is noise.
Dataset planted(bool signal, std::uint64_t seed) {
    constexpr std::size_t queries = 60;
    constexpr std::size_t size = 10;
    Random random(seed, "planted");
    Dataset data;
    data.features = FeatureMatrix(queries * size, 3);
    data.labels.push_back({"grade", {}});
    data.query_begins.push_back(0);
    for (std::size_t query = 0; query < queries; ++query) {
        for (std::size_t i = 0; i < size; ++i) {
            const auto row = data.features.mutable_row(query * size + i);
            for (float& x : row) x = static_cast<float>(random.normal());
            const double utility =
                signal ? static_cast<double>(row[0] - 2 * row[1]) : random.normal();
            data.labels[0].values.push_back(utility > 2.0 ? 2.0F : utility > 0.5 ? 1.0F : 0.0F);
        }
        data.query_ids.push_back(std::to_string(query));
        data.query_begins.push_back((query + 1) * size);
    }
    return data;
}

/// The same with the values that are hardest to write and read: feature 0 is missing for every
/// other document and tells the grade by that, feature 1 has the largest floats, feature 2 the
/// smallest.
Dataset extreme(std::uint64_t seed) {
    constexpr float largest = std::numeric_limits<float>::max();
    constexpr float smallest = std::numeric_limits<float>::denorm_min();
    constexpr std::array large = {largest, -largest, 1e38F, -1e38F, 0.0F, -0.0F};
    constexpr std::array small = {
        smallest, -smallest, std::numeric_limits<float>::min(), 1e-40F, -0.0F, 0.0F};
    Random random(seed, "extreme");
    Dataset data = planted(true, seed);
    for (std::size_t i = 0; i < data.documents(); ++i) {
        const auto row = data.features.mutable_row(i);
        if (i % 2 == 1) row[0] = std::numeric_limits<float>::quiet_NaN();
        row[1] = large[random.below(large.size())];
        row[2] = small[random.below(small.size())];
        data.labels[0].values[i] = i % 2 == 1 ? 0.0F : row[1] > 0.0F ? 2.0F : 1.0F;
    }
    data.gaps = Gaps::missing;
    return data;
}

std::vector<std::uint32_t> bits_of(std::span<const float> values) {
    std::vector<std::uint32_t> bits;
    for (const float value : values) bits.push_back(std::bit_cast<std::uint32_t>(value));
    return bits;
}

/// The battery that every learner of the catalogue inherits.
class EveryLearner : public ::testing::TestWithParam<std::string> {
  protected:
    const LearnerEntry& entry_ = learner_named(GetParam());
    std::vector<NamedMeasure> targets_ = targets();

    std::unique_ptr<const Model> fit(const Dataset& data, unsigned threads = 1) const {
        return fit(data, {.targets = targets_, .seed = 1, .threads = threads});
    }
    std::unique_ptr<const Model> fit(const Dataset& data,
                                     const FitContext& context,
                                     const std::string& trees = "500") const {
        // Nets have 300 epochs unless told, which takes long with sanitizers.
        std::vector<std::string> settings;
        for (const ParamInfo& param : entry_.params()) {
            if (param.name == "epochs") settings.emplace_back("epochs=50");
            if (param.name == "trees") settings.push_back("trees=" + trees);
        }
        return entry_.make(testing::settings_of(settings))->fit(data, context);
    }
    std::vector<NamedMeasure> targets() const {
        std::vector<NamedMeasure> all;
        all.push_back(named_measure(entry_.default_measure));
        return all;
    }
    double value(const Model& model, const Dataset& data) const {
        const auto scores = score_all(model, data, "data", 1);
        return Evaluator(data, targets_, 1).means(scores).front();
    }
};

TEST_P(EveryLearner, FindsAPlantedRankingThatHoldsOnFreshData) {
    const auto model = fit(planted(true, 1));
    EXPECT_GT(value(*model, planted(true, 2)), 0.95);
}

TEST_P(EveryLearner, GainsNothingFromNoiseOnFreshData) {
    const Dataset fresh = planted(false, 2);
    std::unique_ptr<const Model> model;
    try {
        model = fit(planted(false, 1));
    } catch (const Error& error) {  // to learn nothing from noise, and say so, is as good
        EXPECT_NE(std::string(error.what()).find("nothing was learned"), std::string::npos);
        return;
    }
    const std::vector<float> ties(fresh.documents());
    const double chance = Evaluator(fresh, targets_, 1).means(ties).front();
    EXPECT_NEAR(
        value(*model, fresh), chance, 0.1);  // two standard errors of a mean over 60 queries
}

TEST_P(EveryLearner, GivesTheSameBytesForAnyNumberOfThreads) {
    const Dataset data = planted(true, 3);
    const std::string one = fit(data, 1)->to_text();
    EXPECT_EQ(fit(data, 2)->to_text(), one);
    EXPECT_EQ(fit(data, 7)->to_text(), one);
}

/// Without it nobody would know whom the weights that stand beside the data are for.
TEST_P(EveryLearner, DeclaresWhetherWeightsChangeWhatItLearns) {
    Dataset data = planted(true, 4);
    const std::string plain = fit(data)->to_text();
    for (std::size_t i = 0; i < data.documents(); ++i)
        data.positions.push_back(static_cast<std::uint32_t>(i % 10 + 1));
    EXPECT_EQ(fit(data)->to_text(), plain) << "positions are said to be used by no learner";
    Random random(5, "weights");
    for (std::size_t i = 0; i < data.documents(); ++i)
        data.weights.push_back(static_cast<float>(random.uniform() * 4.0));
    EXPECT_EQ(fit(data)->to_text() != plain, entry_.uses_weights);
}

TEST_P(EveryLearner, WritesModelsThatAreReadBackAndScoreTheSameBits) {
    for (const bool hard : {false, true}) {
        const Dataset data = hard ? extreme(4) : planted(true, 4);
        const auto model = fit(data);
        const auto again = model_from_text(model->to_text(), "copy");
        EXPECT_EQ(again->to_text(), model->to_text());
        EXPECT_EQ(again->notes().gaps, data.gaps);
        const std::vector<float> scores = score_all(*model, data, "data", 1);
        EXPECT_EQ(bits_of(score_all(*again, data, "data", 1)), bits_of(scores));
        EXPECT_TRUE(std::ranges::all_of(scores, [](float score) { return std::isfinite(score); }));
        // A training goes on from the one as from the other, or cannot do so.
        const auto going_on = [&](const Model& start) {
            try {
                return fit(data, {.targets = targets_, .start = &start})->to_text();
            } catch (const Error& error) {
                return std::string(error.what());
            }
        };
        EXPECT_EQ(going_on(*again), going_on(*model));
    }
}

TEST_P(EveryLearner, ResumesFromACheckpointOfExtremeData) {
    const testing::TemporaryFolder folder;
    const Dataset data = extreme(5);
    FitContext context{.targets = targets_,
                       .files = {.checkpoint = folder.path() + "/part", .checkpoint_seconds = 0.0}};
    const std::string whole = fit(data, context, "5")->to_text();
    context.files.resume = true;
    EXPECT_EQ(fit(data, context, "5")->to_text(), whole);
}

TEST_P(EveryLearner, RefusesInfiniteFeatures) {
    const Dataset finite = planted(true, 6);
    Dataset infinite = planted(true, 6);
    infinite.features.mutable_row(7)[1] = -std::numeric_limits<float>::infinity();
    EXPECT_EQ(
        testing::error_message([&] { fit(infinite); }),
        "the training data: feature 2 of document 8 is infinite; give finite numbers, and NaN "
        "for a missing value");
    EXPECT_EQ(
        testing::error_message([&] { fit(finite, {.targets = targets_, .valid = &infinite}); }),
        "the validation data: feature 2 of document 8 is infinite; give finite numbers, and "
        "NaN for a missing value");
}

TEST_P(EveryLearner, MatchesTheColumnsOfValidationDataByName) {
    Dataset train = planted(true, 7);
    Dataset valid = planted(true, 8);
    train.feature_names = valid.feature_names = {"a", "b", "c"};
    const std::string expected = fit(train, {.targets = targets_, .valid = &valid})->to_text();
    for (std::size_t i = 0; i < valid.documents(); ++i) {
        const auto row = valid.features.mutable_row(i);
        std::rotate(row.begin(), row.begin() + 1, row.end());
    }
    valid.feature_names = {"b", "c", "a"};
    EXPECT_EQ(fit(train, {.targets = targets_, .valid = &valid})->to_text(), expected);
    valid.feature_names = {"b", "c", "d"};
    EXPECT_EQ(testing::error_message([&] { fit(train, {.targets = targets_, .valid = &valid}); }),
              "the validation data: it lacks 1 feature of the training data: 'a' (and has 1 of its "
              "own: 'd'); give it a column of that name for each feature");
}

TEST_P(EveryLearner, MatchesTheColumnsOfValidationDataByNumber) {
    Dataset train = planted(true, 7);  // features 1, 2, 3
    Dataset valid = planted(true, 8);
    const std::string expected = fit(train, {.targets = targets_, .valid = &valid})->to_text();
    for (std::size_t i = 0; i < valid.documents(); ++i) {
        const auto row = valid.features.mutable_row(i);
        std::rotate(row.begin(), row.begin() + 1, row.end());
    }
    valid.feature_names = {"2", "3", "1"};
    EXPECT_EQ(fit(train, {.targets = targets_, .valid = &valid})->to_text(), expected);
}

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const LearnerEntry* entry : all_learners()) all.emplace_back(entry->name);
    return all;
}

INSTANTIATE_TEST_SUITE_P(Catalog, EveryLearner, ::testing::ValuesIn(names()), [](const auto& test) {
    std::string name = test.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

}  // namespace
}  // namespace gradus
