#include "gradus/data/audit/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/testing/letor_text.hpp"

namespace gradus {
namespace {

using testing::letor_data;
using Indices = std::vector<std::size_t>;

TEST(Spread, InterpolatesBetweenNeighbours) {
    const Spread spread = spread_of({4.0, 1.0, 2.0, 3.0});
    EXPECT_EQ(spread.min, 1.0);
    EXPECT_EQ(spread.lower_quartile, 1.75);
    EXPECT_EQ(spread.median, 2.5);
    EXPECT_EQ(spread.upper_quartile, 3.25);
    EXPECT_EQ(spread.max, 4.0);
    EXPECT_EQ(spread.mean, 2.5);
}

TEST(Spread, OfOneValueIsThatValue) {
    const Spread spread = spread_of({7.0});
    EXPECT_EQ(spread.lower_quartile, 7.0);
    EXPECT_EQ(spread.upper_quartile, 7.0);
}

TEST(Statistics, CountsQueriesDocumentsAndGrades) {
    const Statistics statistics = statistics_of(
        letor_data("2 qid:1 1:1\n0 qid:1 1:2\n0 qid:1 1:3\n1.5 qid:2 1:1 3:1\n0 qid:3 1:0\n"), 1);
    EXPECT_EQ(statistics.queries, 3U);
    EXPECT_EQ(statistics.documents, 5U);
    EXPECT_EQ(statistics.features, 3U);
    EXPECT_EQ(statistics.query_sizes.max, 3.0);
    const std::vector<std::pair<float, std::size_t>> expected = {{0.0F, 3}, {1.5F, 1}, {2.0F, 1}};
    EXPECT_EQ(statistics.labels.at(0).histogram, expected);
    EXPECT_EQ(statistics.one_grade_queries, (Indices{1, 2}));
    EXPECT_EQ(statistics.irrelevant_queries, (Indices{2}));
    EXPECT_EQ(statistics.one_document_queries, (Indices{1, 2}));
}

TEST(Statistics, AColumnOfManyValuesHasASpreadInsteadOfAHistogram) {
    Dataset data = letor_data("0 qid:1 1:1\n");
    data.features = FeatureMatrix(40, 1);
    data.labels[0].values = std::vector<float>(40);
    data.query_begins = {0, 40};
    data.labels.push_back({"click", {}});
    for (int i = 0; i < 40; ++i) {
        data.labels[1].values.push_back(i < 7 ? std::numeric_limits<float>::quiet_NaN()
                                              : static_cast<float>(i));
    }
    const Statistics statistics = statistics_of(data, 1);
    const LabelStatistics& click = statistics.labels.at(1);
    EXPECT_EQ(click.name, "click");
    EXPECT_EQ(click.missing, 7U);
    EXPECT_EQ(click.values, 33U);
    EXPECT_TRUE(click.histogram.empty());
    EXPECT_EQ(click.spread.min, 7.0);
    EXPECT_EQ(click.spread.median, 23.0);
}

TEST(Statistics, TellsConstantEmptyAndPartlyMissingFeaturesApart) {
    const Statistics statistics = statistics_of(
        letor_data(
            "1 qid:1 1:5 2:NULL 3:NULL 4:0\n0 qid:1 1:5 2:NULL 3:5 4:-0\n0 qid:1 1:5 2:NULL 3:5 "
            "4:0\n"),
        1);
    EXPECT_EQ(statistics.constant_features, (Indices{0, 3}));
    EXPECT_EQ(statistics.empty_features, (Indices{1}));
    const std::vector<std::pair<std::size_t, std::size_t>> missing = {{2, 1}};
    EXPECT_EQ(statistics.missing_values, missing);
}

TEST(Statistics, GroupsEqualFeaturesButNotConstantOnes) {
    const Statistics statistics =
        statistics_of(letor_data("1 qid:1 1:5 2:1 3:5 4:NULL 5:1 6:0 7:0 8:5\n"
                                 "0 qid:1 1:0 2:2 3:-0 4:7 5:2 6:0 7:0 8:1\n"),
                      1);
    EXPECT_EQ(statistics.equal_features, (std::vector<Indices>{{0, 2}, {1, 4}}));
}

TEST(Statistics, FindsRepeatedDocumentsWithinAQuery) {
    const Statistics statistics = statistics_of(letor_data("1 qid:1 1:5 2:NULL # a\n"
                                                           "0 qid:1 1:5 2:NULL # b\n"
                                                           "0 qid:1 1:6 2:0 # a\n"
                                                           "0 qid:1 1:6 2:-0\n"
                                                           "0 qid:1 1:7 2:-0\n"
                                                           "0 qid:2 1:5 2:NULL # a\n"),
                                                1);
    ASSERT_EQ(statistics.repeated_ids.size(), 1U);
    EXPECT_EQ(statistics.repeated_ids[0].query, 0U);
    EXPECT_EQ(statistics.repeated_ids[0].documents, (Indices{0, 2}));
    ASSERT_EQ(statistics.repeated_rows.size(), 2U);
    EXPECT_EQ(statistics.repeated_rows[0].documents, (Indices{0, 1}));
    EXPECT_EQ(statistics.repeated_rows[1].documents, (Indices{2, 3}));
}

/// Few values and planted copies, so that every finding occurs.
Dataset random_data(Random& random) {
    Dataset data;
    data.labels = {{"grade", {}}, {"click", {}}};
    data.query_begins = {0};
    const std::size_t queries = 1 + random.below(200);
    for (std::size_t query = 0; query < queries; ++query) {
        data.query_ids.push_back(std::to_string(query));
        data.query_begins.push_back(data.query_begins.back() + 1 + random.below(6));
    }
    const std::size_t documents = data.query_begins.back();
    data.features = FeatureMatrix(documents, 40);
    for (std::size_t i = 0; i < documents; ++i) {
        data.labels[0].values.push_back(static_cast<float>(random.below(3)));
        data.labels[1].values.push_back(static_cast<float>(random.below(2)));
        data.document_ids.push_back(std::to_string(random.below(10)));
        const auto row = data.features.mutable_row(i);
        const auto all = static_cast<float>(random.below(3));
        for (std::size_t j = 0; j < row.size(); ++j) {
            row[j] = j % 7 == 3              ? std::numeric_limits<float>::quiet_NaN()
                     : j % 7 == 5            ? 4.0F
                     : j % 7 == 6            ? data.labels[0].values[i]
                     : j > 7 && j % 2 == 0   ? row[j - 7 - j % 7]
                     : random.chance(0.0005) ? std::numeric_limits<float>::quiet_NaN()
                                             : all;
        }
    }
    return data;
}

TEST(Statistics, AgreeWithComparisonOfAllPairs) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Random random(seed, "statistics oracle");
        const Dataset data = random_data(random);
        const Statistics statistics = statistics_of(data, 1);
        const auto same = [](float a, float b) {
            return a == b || (std::isnan(a) && std::isnan(b));
        };
        const auto same_columns = [&](std::size_t a, std::size_t b) {
            for (std::size_t i = 0; i < data.documents(); ++i) {
                if (!same(data.features.row(i)[a], data.features.row(i)[b])) return false;
            }
            return true;
        };
        Indices constant;
        Indices empty;
        std::vector<Indices> equal;
        std::vector<bool> grouped(data.features.columns());
        for (std::size_t a = 0; a < data.features.columns(); ++a) {
            bool varies = false;
            for (std::size_t i = 0; i < data.documents(); ++i) {
                if (!same(data.features.row(i)[a], data.features.row(0)[a])) varies = true;
            }
            if (!varies) {
                (std::isnan(data.features.row(0)[a]) ? empty : constant).push_back(a);
                continue;
            }
            if (grouped[a]) continue;
            Indices group{a};
            for (std::size_t b = a + 1; b < data.features.columns(); ++b) {
                if (same_columns(a, b)) {
                    group.push_back(b);
                    grouped[b] = true;
                }
            }
            if (group.size() > 1) equal.push_back(group);
        }
        EXPECT_EQ(statistics.constant_features, constant) << "seed " << seed;
        EXPECT_EQ(statistics.empty_features, empty) << "seed " << seed;
        EXPECT_EQ(statistics.equal_features, equal) << "seed " << seed;

        std::map<std::pair<std::size_t, std::string>, Indices> by_id;
        for (std::size_t query = 0; query < data.queries(); ++query) {
            for (std::size_t i = data.query_begins[query]; i < data.query_begins[query + 1]; ++i) {
                by_id[{query, std::string(data.document_ids[i])}].push_back(i);
            }
        }
        std::vector<Indices> expected;
        for (const auto& [key, documents] : by_id) {
            if (documents.size() > 1) expected.push_back(documents);
        }
        std::ranges::sort(expected);
        std::vector<Indices> found;
        for (const auto& group : statistics.repeated_ids) found.push_back(group.documents);
        EXPECT_EQ(found, expected) << "seed " << seed;
    }
}

TEST(Statistics, AreTheSameForAnyNumberOfThreads) {
    Random random(3, "statistics threads");
    const Dataset data = random_data(random);
    const Statistics one = statistics_of(data, 1);
    const auto groups = [](const std::vector<RepeatedDocuments>& repeated) {
        std::vector<Indices> all;
        for (const auto& group : repeated) all.push_back(group.documents);
        return all;
    };
    const auto label_leaks = [](const Statistics& statistics) {
        std::vector<std::tuple<std::size_t, std::size_t, double>> all;
        for (const auto& label_leak : statistics.label_leaks) {
            all.emplace_back(
                label_leak.feature, label_leak.column, label_leak.order_accuracy.value_or(0));
        }
        return all;
    };
    EXPECT_FALSE(one.label_leaks.empty());
    EXPECT_FALSE(one.repeated_rows.empty());
    for (const unsigned threads : {2U, 7U}) {
        const Statistics many = statistics_of(data, threads);
        EXPECT_EQ(one.equal_features, many.equal_features);
        EXPECT_EQ(one.missing_values, many.missing_values);
        EXPECT_EQ(groups(one.repeated_ids), groups(many.repeated_ids));
        EXPECT_EQ(groups(one.repeated_rows), groups(many.repeated_rows));
        EXPECT_EQ(label_leaks(one), label_leaks(many));
    }
}

}  // namespace
}  // namespace gradus
