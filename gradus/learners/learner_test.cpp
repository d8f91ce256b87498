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
#include "gradus/testing/resumed_training.hpp"
#include "gradus/testing/settings.hpp"
#include "gradus/testing/targets.hpp"

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
    std::vector<NamedMeasure> targets_ = testing::targets_of({std::string(entry_.default_measure)});

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
    /// A short training, with several values to choose from where a C is one.
    std::unique_ptr<const Learner> in_brief() const {
        std::vector<std::string> settings;
        for (const ParamInfo& param : entry_.params()) {
            if (param.name == "epochs" || param.name == "trees" || param.name == "rounds")
                settings.push_back(param.name + "=12");
            if (param.name == "C") settings.emplace_back("C=0.1:1:10");
        }
        return entry_.make(testing::settings_of(settings));
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
    for (const bool hard : {false, true}) {
        const Dataset data = hard ? extreme(3) : planted(true, 3);
        const Dataset valid = planted(false, 4);
        const auto text = [&](unsigned threads) {
            return in_brief()
                ->fit(data, {.targets = targets_, .valid = &valid, .threads = threads})
                ->to_text();
        };
        const std::string one = text(1);
        EXPECT_EQ(text(2), one);
        EXPECT_EQ(text(7), one);
    }
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

TEST_P(EveryLearner, DeclaresWhatItsModelsTakeAMissingValueAs) {
    EXPECT_EQ(fit(planted(true, 4))->takes_missing_as_mean(), entry_.takes_missing_as_mean);
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

TEST_P(EveryLearner, GivesTheSameBytesWhereverItWasCutOffAndResumed) {
    for (const bool hard : {false, true}) {
        SCOPED_TRACE(hard ? "extreme data" : "planted data");
        const Dataset train = hard ? extreme(5) : planted(true, 5);
        const Dataset valid = hard ? extreme(6) : planted(false, 6);
        std::vector<Alternative> also;
        also.push_back({.by = named_measure("RR")});
        also.push_back({.by = named_measure("P@3")});
        testing::expect_the_same_when_resumed(
            *in_brief(), train, FitContext{.targets = targets_, .valid = &valid, .also = also});
    }
}

TEST_P(EveryLearner, EndsAfterAStepWhenAskedAndGivesTheBestSoFar) {
    const Dataset train = planted(true, 5);
    const Dataset valid = planted(false, 6);
    std::vector<Alternative> also;
    also.push_back({.by = named_measure("RR")});
    TrainingOutcome outcome;
    std::size_t steps = 0;
    const FitContext context{.targets = targets_,
                             .valid = &valid,
                             .also = also,
                             .outcome = &outcome,
                             .on_step = [&](const TrainingStep& step) {
                                 EXPECT_TRUE(step.value && step.best_value);
                                 return ++steps < 2;
                             }};
    const auto model = in_brief()->fit(train, context);
    ASSERT_NE(model, nullptr);
    EXPECT_EQ(steps, 2U);
    EXPECT_EQ(outcome.stopped, "interrupted");
    EXPECT_EQ(model->notes().outcome.stopped, "interrupted");
    ASSERT_NE(also[0].model, nullptr);
    EXPECT_EQ(score_all(*also[0].model, valid, "data", 1).size(), valid.documents());
}

TEST_P(EveryLearner, PicksAFurtherModelAsATrainingForItWould) {
    const Dataset train = planted(true, 7);
    const Dataset valid = planted(false, 8);  // noise: the best step is hardly ever the last
    std::vector<Alternative> also;
    for (const char* const measure : {"P@1", "AP"}) also.push_back({.by = named_measure(measure)});
    in_brief()->fit(train, {.targets = targets_, .valid = &valid, .also = also});
    for (const Alternative& each : also) {
        const auto own = in_brief()->fit(
            train, {.targets = targets_, .stop_on = {&each.by, 1}, .valid = &valid});
        EXPECT_EQ(each.model->to_text(), own->to_text()) << each.by.text;
    }
}

TEST_P(EveryLearner, GoesOnFromAModelOrRefusesIt) {
    const Dataset train = planted(true, 5);
    const Dataset valid = planted(false, 6);
    FitContext context{.targets = targets_, .valid = &valid};
    const std::string from_nothing = in_brief()->fit(train, context)->to_text();
    const auto start = in_brief()->fit(planted(true, 7), context);
    context.start = start.get();
    try {
        EXPECT_NE(in_brief()->fit(train, context)->to_text(), from_nothing)
            << "it went on from nothing, and did not say so";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("start"), std::string::npos) << error.what();
    }
}

TEST_P(EveryLearner, RefusesToPickFurtherModelsWithoutValidationData) {
    std::vector<Alternative> also;
    also.push_back({.by = named_measure("RR")});
    EXPECT_EQ(
        testing::error_message([&] { fit(planted(true, 6), {.targets = targets_, .also = also}); }),
        "also: there is no validation data to pick an iteration on; name it with 'valid'");
    EXPECT_EQ(also[0].model, nullptr);
}

/// Data in which there may be nothing to learn: a model whose scores are numbers, or an error that
/// says so.
TEST_P(EveryLearner, LearnsFromOddDataOrSaysWhyNot) {
    struct Odd {
        const char* what;
        Dataset data;
    };
    std::vector<Odd> all;
    all.push_back({"one query", select_queries(planted(true, 9), std::vector<std::size_t>{3})});
    Dataset single = planted(true, 9);
    single.query_begins.clear();
    single.query_ids = {};
    for (std::size_t i = 0; i <= single.documents(); ++i) single.query_begins.push_back(i);
    for (std::size_t i = 0; i < single.documents(); ++i)
        single.query_ids.push_back(std::to_string(i));
    all.push_back({"one document a query", std::move(single)});
    Dataset equal = planted(true, 9);
    equal.labels[0].values = std::vector<float>(equal.documents(), 1.0F);
    all.push_back({"equal grades", std::move(equal)});
    Dataset constant = planted(true, 9);
    Dataset missing = planted(true, 9);
    Dataset mixed = planted(true, 9);
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    for (std::size_t i = 0; i < constant.documents(); ++i) {
        std::ranges::fill(constant.features.mutable_row(i), 7.0F);
        std::ranges::fill(missing.features.mutable_row(i), none);
        mixed.features.mutable_row(i)[i % 3] = none;
    }
    all.push_back({"constant features", std::move(constant)});
    all.push_back({"no values", std::move(missing)});
    all.push_back({"missing values", std::move(mixed)});
    for (const Odd& odd : all) {
        SCOPED_TRACE(odd.what);
        try {
            const auto model = fit(odd.data);
            const std::vector<float> scores = score_all(*model, odd.data, "data", 1);
            EXPECT_TRUE(
                std::ranges::all_of(scores, [](float score) { return std::isfinite(score); }));
            EXPECT_EQ(
                bits_of(score_all(*model_from_text(model->to_text(), "copy"), odd.data, "data", 1)),
                bits_of(scores));
        } catch (const Error& error) {
            const std::string text = error.what();
            EXPECT_NE(text.find("training data"), std::string::npos) << text;
            EXPECT_NE(std::string(odd.what), "missing values") << text;
        }
    }
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

TEST_P(EveryLearner, RefusesGradesThatAMeasureOfTheTrainingCannotTake) {
    const auto measures = [](const char* text) { return testing::targets_of({text}); };
    const Dataset low = planted(true, 6);
    Dataset high = planted(true, 6);
    high.labels[0].values[7] = 3.0F;
    Dataset highest = planted(true, 6);
    highest.labels[0].values[7] = 2000.0F;
    const auto refusal = [](const std::string& data, const std::string& what) {
        return "the " + data + " data: measure " + what +
               " (query 0, document 7); give the measure parameters that fit the grades, or choose "
               "another measure";
    };
    const std::string above_max = "err(max=2)@10: grade 3 is above max=2";
    const std::string beyond_gains =
        "ndcg(gains=0:1:3): grade 3 is beyond the gains, which end at grade 2";
    const std::string overflow = "dcg: the gain 2^2000 - 1 is beyond the range of numbers";
    const auto err = measures("ERR(max=2)@10");
    const auto ndcg = measures("NDCG(gains=0:1:3)");
    const auto dcg = measures("DCG");
    const auto error = [&](const Dataset& train, const FitContext& context) {
        return testing::error_message([&] { fit(train, context); });
    };
    EXPECT_EQ(error(high, {.targets = err}), refusal("training", above_max));
    EXPECT_EQ(error(highest, {.targets = dcg}), refusal("training", overflow));
    EXPECT_EQ(error(low, {.targets = err, .valid = &high}), refusal("validation", above_max));
    EXPECT_EQ(error(low, {.targets = err, .stop_on = targets_, .valid = &high}),
              refusal("validation", above_max));
    EXPECT_EQ(error(low, {.targets = targets_, .stop_on = ndcg, .valid = &high}),
              refusal("validation", beyond_gains));
    std::vector<Alternative> also;
    also.push_back({.by = dcg.front()});
    EXPECT_EQ(error(low, {.targets = targets_, .valid = &highest, .also = also}),
              refusal("validation", overflow));
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
