#include "gradus/data/generators/synth.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "gradus/data/format.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus {
namespace {

/// Enough for stable shares; made once.
const Dataset& sample() {
    static const Dataset data = synth_dataset({.queries = 600, .clicks = true, .threads = 2});
    return data;
}

float feature(const Dataset& data, std::size_t document, std::size_t number) {
    return data.features.row(document)[number - 1];
}

/// exp2 gains, at 10; below 0 where the query has no relevant document.
double ndcg(std::span<const float> grades, const std::vector<double>& scores) {
    std::vector<std::size_t> order(grades.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, [&](auto a, auto b) { return scores[a] > scores[b]; });
    std::vector<float> ideal(grades.begin(), grades.end());
    std::ranges::sort(ideal, std::greater<>{});
    double sum = 0;
    double best = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(10, order.size()); ++i) {
        const double discount = std::log2(static_cast<double>(i) + 2.0);
        sum += (std::exp2(grades[order[i]]) - 1) / discount;
        best += (std::exp2(ideal[i]) - 1) / discount;
    }
    return best > 0 ? sum / best : -1;
}

TEST(Synth, GradesHaveTheSharesOfMslr) {
    std::array<double, 5> shares{};
    for (const float grade : sample().grades()) shares.at(static_cast<std::size_t>(grade)) += 1;
    for (double& share : shares) share /= static_cast<double>(sample().documents());
    const std::array<double, 5> expected = {0.52, 0.32, 0.13, 0.02, 0.01};
    // Queries differ in ease, so the shares of 600 queries vary by some hundredths.
    const std::array<double, 5> tolerance = {0.04, 0.03, 0.03, 0.008, 0.005};
    for (std::size_t g = 0; g < 5; ++g) EXPECT_NEAR(shares[g], expected[g], tolerance[g]) << g;
}

TEST(Synth, SomeQueriesHaveNoRelevantDocument) {
    std::size_t without = 0;
    for (std::size_t query = 0; query < sample().queries(); ++query) {
        const auto grades = sample().labels_of(sample().labels.front(), query);
        without += std::ranges::max(grades) == 0.0F ? 1 : 0;
    }
    EXPECT_GE(without, 5U);
    EXPECT_LE(without, 60U);
}

TEST(Synth, SizesOfQueriesVaryWidelyAroundTheirMean) {
    std::vector<double> sizes;
    for (std::uint64_t query = 0; query < 3000; ++query) {
        sizes.push_back(static_cast<double>(
            synth_query({.documents = 30, .features = 1}, query).grades.size()));
    }
    double sum = 0;
    for (const double size : sizes) sum += size;
    EXPECT_NEAR(sum / 3000, 30, 1);  // three standard errors of a deviation of 17
    EXPECT_EQ(std::ranges::min(sizes), 1);
    EXPECT_GE(std::ranges::max(sizes), 90);
    EXPECT_LE(std::ranges::max(sizes), 300);
}

TEST(Synth, FeaturesAreWhatTheirGroupsSay) {
    const Dataset data = synth_dataset({.queries = 100});
    const std::set<std::size_t> ranks_and_counts = {
        126, 127, 128, 129, 130, 131, 132, 133, 134, 135};
    for (std::size_t i = 0; i < data.documents(); ++i) {
        for (std::size_t j = 1; j <= 136; ++j) {
            const float value = feature(data, i, j);
            ASSERT_TRUE(std::isfinite(value)) << j;
            const bool ratio = (j >= 6 && j <= 10) || (j >= 96 && j <= 105);
            const bool count = j <= 5 || (j >= 11 && j <= 15) || (j >= 21 && j <= 35) ||
                               (j >= 96 && j <= 100) || ranks_and_counts.contains(j);
            const bool log_probability = j >= 111 && j <= 125;
            ASSERT_TRUE(!ratio || value <= 1.0F) << j;
            ASSERT_TRUE(!count || value == std::floor(value)) << j;
            if (log_probability) {
                ASSERT_LE(value, 0.0F) << j;
            } else {
                ASSERT_GE(value, 0.0F) << j;
            }
        }
        // Least <= mean <= largest term frequency, in the body.
        ASSERT_LE(feature(data, i, 26), feature(data, i, 36));
        ASSERT_LE(feature(data, i, 36), feature(data, i, 31));
    }
}

TEST(Synth, IdfIsTheSameForAllDocumentsOfAQuery) {
    const Dataset& data = sample();
    for (std::size_t query = 0; query < data.queries(); ++query) {
        const std::size_t first = data.query_begins[query];
        for (std::size_t i = first; i < data.query_begins[query + 1]; ++i) {
            for (std::size_t j = 16; j <= 20; ++j) {
                ASSERT_EQ(feature(data, i, j), feature(data, first, j));
            }
        }
    }
    EXPECT_NE(feature(data, data.query_begins[0], 16), feature(data, data.query_begins[1], 16));
}

TEST(Synth, TheUtilityRanksBetterThanAnyFeatureButNotPerfectly) {
    std::array<double, 137> sums{};  // of each feature, then of the utility
    double counted = 0;
    for (std::uint64_t query = 0; query < 60; ++query) {
        const SynthQuery data = synth_query({}, query);
        if (ndcg(data.grades, data.utility) < 0) continue;
        counted += 1;
        sums[136] += ndcg(data.grades, data.utility);
        std::vector<double> scores(data.grades.size());
        for (std::size_t j = 0; j < 136; ++j) {
            for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = data.features[136 * i + j];
            sums[j] += ndcg(data.grades, scores);
        }
    }
    const double best_feature = *std::max_element(sums.begin(), sums.end() - 1) / counted;
    EXPECT_GT(sums[136] / counted, best_feature + 0.1);
    EXPECT_LT(sums[136] / counted, 0.9);
}

TEST(Synth, ClicksRiseWithTheGradeAndAreMissingForSome) {
    const Dataset& data = sample();
    const auto& clicks = data.label("click").values;
    std::array<double, 2> sum{};
    std::array<double, 2> count{};
    std::size_t missing = 0;
    for (std::size_t i = 0; i < data.documents(); ++i) {
        if (std::isnan(clicks[i])) {
            ++missing;
            continue;
        }
        ASSERT_GE(clicks[i], 0.0F);
        ASSERT_LE(clicks[i], 1.0F);
        const std::size_t good = data.grades()[i] >= 2 ? 1 : 0;
        sum.at(good) += clicks[i];
        count.at(good) += 1;
    }
    EXPECT_GT(sum[1] / count[1], 2 * sum[0] / count[0]);
    EXPECT_NEAR(static_cast<double>(missing) / static_cast<double>(data.documents()), 0.12, 0.01);
}

TEST(Synth, GradesAreCutFromAnOrderWithoutTies) {
    const Dataset data = synth_dataset({.queries = 40, .features = 3, .orders = true});
    const auto& ranks = data.label("order").values;
    for (std::size_t query = 0; query < data.queries(); ++query) {
        const std::size_t size = data.query_size(query);
        std::vector<float> by_rank(size, -1.0F);
        for (std::size_t i = data.query_begins[query]; i < data.query_begins[query + 1]; ++i) {
            const auto place = static_cast<std::size_t>(ranks[i]) - 1;
            ASSERT_LT(place, size);
            ASSERT_EQ(by_rank[place], -1.0F) << "two documents of one rank";
            by_rank[place] = data.grades()[i];
        }
        EXPECT_TRUE(std::ranges::is_sorted(by_rank, std::greater()));
    }
}

TEST(Synth, TextHoldsTheSameDataForAnyNumberOfThreads) {
    const testing::TemporaryFolder folder;
    SilentProgress progress;
    SynthOptions options{
        .queries = 150, .documents = 9, .features = 140, .clicks = true, .orders = true};
    std::set<std::string> texts;
    for (const unsigned threads : {1U, 2U, 7U}) {
        options.threads = threads;
        write_synth(options, folder.file("a.txt"), progress);
        texts.insert(folder.content("a.txt") + folder.content("a.txt.click") +
                     folder.content("a.txt.order"));
        const Dataset read = read_dataset(folder.file("a.txt"), {.columns = {"click", "order"}});
        EXPECT_TRUE(same_content(read, synth_dataset(options))) << threads;
    }
    EXPECT_EQ(texts.size(), 1U);
}

TEST(Synth, TheSeedChangesTheDataAndTheNumberOfFeaturesDoesNotChangeTheGrades) {
    const SynthQuery usual = synth_query({}, 7);
    EXPECT_NE(synth_query({.seed = 2}, 7).features, usual.features);
    EXPECT_NE(synth_query({}, 8).features, usual.features);
    const SynthQuery few = synth_query({.features = 10}, 7);
    const SynthQuery many = synth_query({.features = 200}, 7);
    EXPECT_EQ(few.grades, usual.grades);
    EXPECT_EQ(many.grades, usual.grades);
    EXPECT_EQ(few.features[1], usual.features[13]);
    EXPECT_EQ(many.features[200 + 5], usual.features[136 + 5]);
    // Feature 147 (the body's length of the second round) is another draw of feature 11.
    EXPECT_NE(many.features[146], many.features[10]);
}

}  // namespace
}  // namespace gradus
