#include "gradus/data/transforms/normalise.hpp"

#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/json.hpp"
#include "gradus/base/random.hpp"
#include "gradus/base/text_source.hpp"
#include "gradus/data/format.hpp"

namespace gradus {
namespace {

const std::string shared = GRADUS_SOURCE_DIR "/../shared/";
constexpr double missing = std::numeric_limits<double>::quiet_NaN();
constexpr auto methods = {Normalisation::minmax,
                          Normalisation::letor,
                          Normalisation::percentile,
                          Normalisation::zscore,
                          Normalisation::log1p};

std::vector<double> normalised(Normalisation method, std::vector<double> values) {
    normalise(method, values);
    return values;
}

void expect_near(const std::vector<double>& got,
                 const std::vector<double>& expected,
                 double tolerance,
                 const std::string& what) {
    ASSERT_EQ(got.size(), expected.size()) << what;
    for (std::size_t i = 0; i < got.size(); ++i) {
        if (std::isnan(expected[i])) {
            EXPECT_TRUE(std::isnan(got[i])) << what << " " << i;
        } else {
            EXPECT_NEAR(got[i], expected[i], tolerance) << what << " " << i;
        }
    }
}

TEST(Normalise, MinmaxIsTheShareOfTheRange) {
    EXPECT_EQ(normalised(Normalisation::minmax, {2, -2, 6, 0}),
              (std::vector<double>{0.5, 0, 1, 0.25}));
}

TEST(Normalise, EqualValuesAreAHalfByMinmaxAndZeroByLetor) {
    EXPECT_EQ(normalised(Normalisation::minmax, {3, 3}), (std::vector<double>{0.5, 0.5}));
    EXPECT_EQ(normalised(Normalisation::letor, {3, 3}), (std::vector<double>{0, 0}));
    EXPECT_EQ(normalised(Normalisation::letor, {3, 5}), (std::vector<double>{0, 1}));
}

TEST(Normalise, MinmaxOfTheLargestNumbersStaysFinite) {
    constexpr double huge = std::numeric_limits<double>::max();
    EXPECT_EQ(normalised(Normalisation::minmax, {-huge, 0, huge}),
              (std::vector<double>{0, 0.5, 1}));
}

TEST(Normalise, PercentileCountsEqualValuesHalf) {
    EXPECT_EQ(normalised(Normalisation::percentile, {7, 1, 7, 9}),
              (std::vector<double>{0.5, 0.125, 0.5, 0.875}));
}

TEST(Normalise, ZscoreUsesThePopulationsDeviation) {
    EXPECT_EQ(normalised(Normalisation::zscore, {1, 3}), (std::vector<double>{-1, 1}));
    // mean 5, deviation 2
    EXPECT_EQ(normalised(Normalisation::zscore, {2, 4, 4, 4, 5, 5, 7, 9}),
              (std::vector<double>{-1.5, -0.5, -0.5, -0.5, 0, 0, 1, 2}));
}

TEST(Normalise, ZscoreOfEqualValuesIsZeroThoughTheirMeanIsRounded) {
    EXPECT_EQ(normalised(Normalisation::zscore, {0.1, 0.1, 0.1}), (std::vector<double>{0, 0, 0}));
}

TEST(Normalise, Log1pKeepsTheSign) {
    expect_near(normalised(Normalisation::log1p, {0, std::exp(2.0) - 1, 1 - std::exp(3.0)}),
                {0, 2, -3},
                1e-15,
                "log1p");
}

TEST(Normalise, MissingValuesStayMissingAndCountNowhere) {
    for (const Normalisation method : methods) {
        const auto with = normalised(method, {missing, 4, missing, -1, 2});
        const auto without = normalised(method, {4, -1, 2});
        EXPECT_TRUE(std::isnan(with[0]) && std::isnan(with[2]));
        EXPECT_EQ((std::vector<double>{with[1], with[3], with[4]}), without);
        EXPECT_TRUE(std::isnan(normalised(method, {missing})[0]));
        EXPECT_TRUE(normalised(method, {}).empty());
    }
}

TEST(Normalise, PercentileAgreesWithCountingOnRandomValuesWithTies) {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        Random random(seed, "test percentile");
        std::vector<double> values(1 + random.below(40));
        for (double& value : values) {
            value = random.chance(0.1) ? missing : static_cast<double>(random.below(10));
        }
        std::vector<double> expected(values.size(), missing);
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (std::isnan(values[i])) continue;
            double points = 0;
            double count = 0;
            for (const double other : values) {
                if (std::isnan(other)) continue;
                points += other < values[i] ? 1.0 : other == values[i] ? 0.5 : 0.0;
                count += 1;
            }
            expected[i] = points / count;
        }
        expect_near(normalised(Normalisation::percentile, values),
                    expected,
                    1e-15,
                    "seed " + std::to_string(seed));
    }
}

TEST(Normalise, AgreesWithTheGoldenCases) {
    const auto numbers = [](const Json& list) {
        std::vector<double> values;
        for (const Json& item : list.items())
            values.push_back(item.is_null() ? missing : item.as<double>());
        return values;
    };
    std::size_t checked = 0;
    const Json golden = Json::parse(read_text(GRADUS_SOURCE_DIR "/tests/golden/golden.json"));
    for (const Json& item : golden.at("cases").items()) {
        if (item.at("kind") != "features") continue;
        const auto scores = numbers(item.at("in").at("scores_of_one_function_one_query"));
        const auto id = item.at("id").as<std::string>();
        for (const auto& [name, method] : {std::pair{"percentile", Normalisation::percentile},
                                           {"minmax", Normalisation::minmax}}) {
            expect_near(normalised(method, scores), numbers(item.at("out").at(name)), 1e-10, id);
        }
        ++checked;
    }
    EXPECT_GE(checked, 3U);
}

/// Three queries, one of a single document, with a constant feature and missing values.
Dataset random_data() {
    Dataset data;
    data.features = FeatureMatrix(60, 7);
    data.labels.push_back({"grade", std::vector<float>(60)});
    data.query_begins = {0, 1, 25, 60};
    for (const char* id : {"a", "b", "c"}) data.query_ids.push_back(id);
    Random random(5, "test normalise");
    for (std::size_t i = 0; i < 60; ++i) {
        for (std::size_t j = 0; j < 7; ++j) {
            data.features.mutable_row(i)[j] = j == 3 ? 2.5F
                                              : random.chance(0.2)
                                                  ? std::numeric_limits<float>::quiet_NaN()
                                                  : static_cast<float>(random.normal());
        }
    }
    return data;
}

TEST(Normalise, ADatasetIsNormalisedByQueryAndFeatureForAnyNumberOfThreads) {
    const Dataset original = random_data();
    for (const Normalisation method : methods) {
        for (const unsigned threads : {1U, 2U, 7U}) {
            Dataset data = random_data();
            normalise(data, method, threads);
            for (std::size_t query = 0; query < 3; ++query) {
                for (std::size_t j = 0; j < 7; ++j) {
                    std::vector<double> expected;
                    std::vector<double> got;
                    for (std::size_t i = data.query_begins[query]; i < data.query_begins[query + 1];
                         ++i) {
                        expected.push_back(original.features.row(i)[j]);
                        got.push_back(data.features.row(i)[j]);
                    }
                    normalise(method, expected);
                    for (double& value : expected) value = static_cast<float>(value);
                    expect_near(got, expected, 0.0, "dataset");
                }
            }
        }
    }
}

TEST(Normalise, LetorIsWhatLetor3Published) {
    if (!std::filesystem::exists(shared)) GTEST_SKIP() << "SKIPPED LOUDLY: no " << shared;
    const std::string folder = shared + "data/letor3-ohsumed/";
    std::size_t constant = 0;
    for (const char* part : {"S1", "S2", "S3", "S4", "S5"}) {
        Dataset raw = read_dataset(folder + "Feature-min/" + part + ".txt.zst");
        const Dataset published = read_dataset(folder + "QueryLevelNorm/" + part + ".txt.zst");
        ASSERT_EQ(raw.documents(), published.documents());
        const FeatureMatrix before = raw.features.clone();
        normalise(raw, Normalisation::letor, 2);
        double worst = 0;
        for (std::size_t query = 0; query < raw.queries(); ++query) {
            const std::size_t first = raw.query_begins[query];
            for (std::size_t j = 0; j < raw.features.columns(); ++j) {
                bool equal = true;
                for (std::size_t i = first; i < raw.query_begins[query + 1]; ++i) {
                    equal = equal && before.row(i)[j] == before.row(first)[j];
                    worst = std::max(worst,
                                     std::abs(double{raw.features.row(i)[j]} -
                                              double{published.features.row(i)[j]}));
                }
                constant += equal ? 1 : 0;
            }
        }
        // Both files have six decimals: half a unit of the last, and the float rounding of raw
        // values up to some hundreds in a range that may be narrow.
        EXPECT_LE(worst, 2e-6) << part;
    }
    EXPECT_GE(constant, 106U);  // so the rule for max = min is put to the test
}

}  // namespace
}  // namespace gradus
