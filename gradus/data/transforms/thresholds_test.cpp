#include "gradus/data/transforms/thresholds.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/base/json.hpp"
#include "gradus/base/random.hpp"
#include "gradus/base/text_source.hpp"

namespace gradus {
namespace {

using Values = std::vector<float>;
constexpr float missing = std::numeric_limits<float>::quiet_NaN();

Dataset data_of(const std::vector<Values>& rows) {
    Dataset data;
    data.features = FeatureMatrix(rows.size(), rows.front().size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::ranges::copy(rows[i], data.features.mutable_row(i).begin());
    }
    data.labels.push_back({"grade", Values(rows.size(), 1.0F)});
    data.query_ids.push_back("q");
    data.query_begins = {0, rows.size()};
    return data;
}

std::string message_of(std::string_view json) {
    try {
        thresholds_from_json(json, "t.json");
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

TEST(Thresholds, AValueAtAThresholdIsBeyondItOnlyByTheInclusiveRule) {
    const Thresholds strict{.feature_names = {"1"}, .of_feature = {{-1, 0, 2}}};
    Thresholds inclusive = strict;
    inclusive.rule = ThresholdRule::inclusive;
    const auto bins = [](const Thresholds& thresholds) {
        std::vector<int> all;
        for (const float value : {-5.0F, -1.0F, 0.0F, 1.0F, 2.0F, 9.0F, missing}) {
            all.push_back(thresholds.bin(0, value));
        }
        return all;
    };
    EXPECT_EQ(bins(strict), (std::vector<int>{0, 0, 1, 2, 2, 3, 0}));
    EXPECT_EQ(bins(inclusive), (std::vector<int>{0, 1, 2, 2, 3, 3, 0}));
}

TEST(Thresholds, QuantilesAreValuesOfTheData) {
    const Values ten = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    EXPECT_EQ(choose_thresholds(ten, 4, ThresholdSpacing::quantile), (Values{2, 4, 6, 8}));
    EXPECT_EQ(choose_thresholds(ten, 2, ThresholdSpacing::quantile), (Values{4, 7}));
    EXPECT_EQ(choose_thresholds(ten, 1, ThresholdSpacing::quantile), Values{5});
}

TEST(Thresholds, EqualStepsRunFromTheFirstToTheLastPercentile) {
    Values values;
    for (int i = 1; i <= 100; ++i) values.push_back(static_cast<float>(i));
    EXPECT_EQ(choose_thresholds(values, 3, ThresholdSpacing::equal), (Values{1, 50, 99}));
    EXPECT_EQ(choose_thresholds(values, 1, ThresholdSpacing::equal), Values{50});
    EXPECT_EQ(choose_thresholds(values, 3, ThresholdSpacing::unit), (Values{0.25, 0.5, 0.75}));
}

TEST(Thresholds, DoubledOnesAreMerged) {
    EXPECT_EQ(choose_thresholds(Values{0, 0, 0, 0, 0, 0, 7, 8}, 3, ThresholdSpacing::quantile),
              Values{0});
    EXPECT_EQ(choose_thresholds(Values{4, 4}, 50, ThresholdSpacing::equal), Values{4});
    EXPECT_EQ(choose_thresholds(Values{}, 50, ThresholdSpacing::equal), Values{});
}

TEST(Thresholds, QuantilesAgreeWithTheirDefinition) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        Random random(seed, "test quantiles");
        Values values(1 + random.below(200));
        for (float& value : values) value = static_cast<float>(random.below(30));
        std::ranges::sort(values);
        const auto count = 1 + static_cast<std::size_t>(random.below(60));
        Values expected;
        for (std::size_t i = 1; i <= count; ++i) {
            for (const float value : values) {  // the least value with a share i/(count+1) up to it
                const auto up_to = static_cast<std::size_t>(
                    std::ranges::count_if(values, [&](float x) { return x <= value; }));
                if (up_to * (count + 1) < i * values.size()) continue;
                if (expected.empty() || expected.back() != value) expected.push_back(value);
                break;
            }
        }
        EXPECT_EQ(choose_thresholds(values, count, ThresholdSpacing::quantile), expected)
            << "seed " << seed;
    }
}

TEST(Thresholds, IndicatorsAreOnesAndThenZeros) {
    const Thresholds thresholds{.feature_names = {"a", "b"}, .of_feature = {{0, 5}, {1.5}}};
    Dataset data = data_of({{3, 2}, {6, 1}, {missing, missing}});
    data.feature_names = {"a", "b"};
    const Dataset bits = to_indicators(data, thresholds, "x.txt", 1);
    ASSERT_EQ(bits.features.columns(), 3U);
    EXPECT_TRUE(std::ranges::equal(bits.features.rows(0, 3), Values{1, 0, 1, 1, 1, 0, 0, 0, 0}));
    EXPECT_EQ(bits.feature_names, (std::vector<std::string>{"a>0", "a>5", "b>1.5"}));
    EXPECT_EQ(bits.grades().size(), 3U);
    EXPECT_EQ(bits.query_begins, data.query_begins);
}

TEST(Thresholds, AreRefusedForAnotherNumberOfFeatures) {
    const Thresholds thresholds{.feature_names = {"a"}, .of_feature = {{0}}};
    try {
        to_indicators(data_of({{1, 2}}), thresholds, "x.txt", 1);
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "x.txt: there are 2 features, but the thresholds are for 1; use thresholds "
                     "that were made from data of the same kind");
    }
}

TEST(Thresholds, AreTheSameForAnyNumberOfThreads) {
    Random random(8, "test thresholds");
    std::vector<Values> rows(700, Values(19));
    for (Values& row : rows) {
        for (float& value : row) {
            value = random.chance(0.1) ? missing : static_cast<float>(random.normal());
        }
    }
    const Dataset data = data_of(rows);
    for (const ThresholdSpacing spacing : {ThresholdSpacing::quantile, ThresholdSpacing::equal}) {
        const Thresholds one = choose_thresholds(data, {.spacing = spacing});
        EXPECT_EQ(one.bits(), 19U * 50U);
        for (const unsigned threads : {2U, 7U}) {
            EXPECT_EQ(one, choose_thresholds(data, {.spacing = spacing, .threads = threads}));
            EXPECT_TRUE(same_content(to_indicators(data, one, "x", 1),
                                     to_indicators(data, one, "x", threads)));
        }
    }
}

TEST(Thresholds, SurviveWritingAndReading) {
    Random random(8, "test thresholds json");
    Thresholds thresholds{.rule = ThresholdRule::inclusive,
                          .feature_names = {"a \"b\"\n", "", "\u00e9"},
                          .of_feature = {{}, {-0.1F, 1e-45F, 0.3F, 3.4e38F}, {}}};
    for (int k = 0; k < 255; ++k) {
        const auto value = static_cast<float>(random.normal() * std::exp(9 * random.normal()));
        thresholds.of_feature[2].push_back(value);
    }
    std::ranges::sort(thresholds.of_feature[2]);
    EXPECT_EQ(thresholds_from_json(to_json(thresholds), "t.json"), thresholds);
}

TEST(Thresholds, AreRoundedOnceToTheNearestFloat) {
    // As a double it lies halfway between two floats, of which the even one is farther away.
    const std::string text = R"({"format": "gradus-thresholds", "version": 1, "rule": "strict",)"
                             R"( "features": [{"name": "a", "thresholds": [7.038531e-26]}]})";
    EXPECT_EQ(thresholds_from_json(text, "t.json").of_feature[0][0], 7.038531e-26F);
}

TEST(Thresholds, AreWrittenInTheShortestForm) {
    EXPECT_EQ(to_json({.feature_names = {"1", "2"}, .of_feature = {{0.1F, 2}, {}}}),
              "{\"format\": \"gradus-thresholds\", \"version\": 1, \"rule\": \"strict\",\n"
              "\"features\": [\n"
              "{\"name\": \"1\", \"thresholds\": [0.1, 2]},\n"
              "{\"name\": \"2\", \"thresholds\": []}\n]}\n");
}

TEST(Thresholds, DamagedAndForeignFilesAreRefused) {
    const std::string remedy = "; give a file of thresholds that Gradus has written";
    const std::string head = R"({"format": "gradus-thresholds", "version": 1, "rule": "strict")";
    EXPECT_EQ(message_of(head + ",\n  ?}"), "t.json:2:3: it is not valid JSON here" + remedy);
    EXPECT_EQ(message_of("[]"), "t.json: it holds no thresholds" + remedy);
    EXPECT_EQ(message_of(R"({"format": "other"})"), "t.json: it holds no thresholds" + remedy);
    EXPECT_EQ(message_of(R"({"format": "gradus-thresholds", "version": 2})"),
              "t.json: it is of another version than 1" + remedy);
    EXPECT_EQ(message_of(R"({"format": "gradus-thresholds", "version": 1, "rule": 7})"),
              "t.json: its rule is neither \"strict\" nor \"inclusive\"" + remedy);
    EXPECT_EQ(message_of(head + "}"), "t.json: it has no list of features" + remedy);
    EXPECT_EQ(message_of(head + R"(, "features": [3]})"),
              "t.json: feature 1 in it has no name or no thresholds" + remedy);
    EXPECT_EQ(message_of(head + R"(, "features": [{"name": "a", "thresholds": [null]}]})"),
              "t.json: a threshold of feature 1 is not a number" + remedy);
    EXPECT_EQ(message_of(head + R"(, "features": [{"name": "a", "thresholds": [1e39]}]})"),
              "t.json: a number in it is too large" + remedy);
    EXPECT_EQ(message_of(head + R"(, "features": [{"name": "a", "thresholds": [2, 2]}]})"),
              "t.json: the thresholds of feature 1 do not rise or are more than 255" + remedy);
}

TEST(Thresholds, AgreeWithTheGoldenCases) {
    std::size_t checked = 0;
    const Json golden = Json::parse(read_text(GRADUS_SOURCE_DIR "/tests/golden/golden.json"));
    for (const Json& item : golden.at("cases").items()) {
        if (item.at("kind") != "features") continue;
        const Json& in = item.at("in");
        const auto thresholds = in.at("thresholds").as<std::vector<double>>();
        const Json& scores = in.at("scores_of_one_function_one_query");
        for (std::size_t i = 0; i < scores.size(); ++i) {
            const double score = scores.at(i).number_if<double>().value_or(std::nan(""));
            for (const auto& [name, rule] : {std::pair{"bins_strict", ThresholdRule::strict},
                                             {"bins_geq", ThresholdRule::inclusive}}) {
                const std::size_t bin =
                    threshold_bin(std::span<const double>(thresholds), score, rule);
                std::vector<int> bits(thresholds.size());
                for (std::size_t k = 0; k < bin; ++k) bits[k] = 1;
                EXPECT_EQ(bits, item.at("out").at(name).at(i).as<std::vector<int>>())
                    << item.at("id").dump();
            }
        }
        ++checked;
    }
    EXPECT_GE(checked, 3U);
}

}  // namespace
}  // namespace gradus
