#include "gradus/objectives/pairs/tiers.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/testing/scored_data.hpp"

namespace gradus {
namespace {

constexpr float missing = std::numeric_limits<float>::quiet_NaN();

using Grades = std::vector<std::vector<float>>;

Grades random_grades(Random& random, std::size_t tiers, std::size_t n) {
    Grades grades(tiers, std::vector<float>(n));
    for (auto& tier : grades) {
        for (float& grade : tier) {
            grade = random.chance(0.3) ? missing : static_cast<float>(random.below(3));
        }
    }
    return grades;
}

TEST(TierPairs, BelongToTheFirstTierThatTellsThemApart) {
    const Grades grades = {{2, 1, 2, missing}, {0, 9, 5, 3}};
    const std::vector<TierPair> expected = {{0, 0, 1}, {0, 2, 1}, {1, 2, 0}};
    EXPECT_EQ(tier_pairs(grades, MissingGrades::matched), expected);
    const std::vector<TierPair> lenient = {
        {0, 0, 1}, {0, 2, 1}, {1, 1, 3}, {1, 2, 0}, {1, 2, 3}, {1, 3, 0}};
    EXPECT_EQ(tier_pairs(grades, MissingGrades::lenient), lenient);
}

/// Whether one can go from winner to loser and come back to the start.
bool has_circle(const std::vector<TierPair>& pairs, std::size_t n) {
    std::vector<std::vector<bool>> above(n, std::vector<bool>(n, false));
    for (const TierPair& pair : pairs) above[pair.winner][pair.loser] = true;
    for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                if (above[i][k] && above[k][j]) above[i][j] = true;
            }
        }
    }
    for (std::size_t i = 0; i < n; ++i) {
        if (above[i][i]) return true;
    }
    return false;
}

TEST(TierPairs, MatchedNeverGoRoundInCirclesAndLenientOnesCan) {
    Random random(1, "grades");
    for (int trial = 0; trial < 300; ++trial) {
        const Grades grades = random_grades(random, 1 + random.below(4), 8);
        EXPECT_FALSE(has_circle(tier_pairs(grades, MissingGrades::matched), 8)) << trial;
    }
    const Grades circle = {{2, 1, missing}, {.1F, .9F, .5F}};
    EXPECT_TRUE(has_circle(tier_pairs(circle, MissingGrades::lenient), 3));
}

TEST(TierKeys, AdmitThePairsOfTheirTier) {
    Random random(2, "grades");
    for (int trial = 0; trial < 60; ++trial) {
        const std::size_t n = 2 + random.below(8);
        const Grades grades = random_grades(random, 3, n);
        Dataset data = testing::graded_data({{0.0F}, grades[0]});
        for (const char* name : {"second", "third"}) {
            std::vector<float> column = {1.0F};  // of the first query
            const Grades::value_type& own = grades[name[0] == 's' ? 1 : 2];
            column.insert(column.end(), own.begin(), own.end());
            data.labels.push_back({name, column});
        }
        std::vector<std::uint32_t> order(n);
        for (std::size_t i = 0; i < n; ++i) order[i] = static_cast<std::uint32_t>(n - 1 - i);
        for (const MissingGrades rule : {MissingGrades::matched, MissingGrades::lenient}) {
            const TierKeys keys(data, {.earlier = {"grade", "second"}, .missing = rule}, 2);
            ASSERT_FALSE(keys.admits_all());
            const auto pairs = tier_pairs(grades, rule);
            Scratch scratch;
            const auto ranked = keys.ranked(1, order, scratch);
            for (std::size_t i = 0; i < n; ++i) {
                std::vector<float> row(n, 1.0F);
                mask_row(ranked, n - 1 - i, row);
                for (std::size_t j = 0; j < n; ++j) {
                    if (grades[2][i] > grades[2][j]) {
                        const bool expected =
                            std::ranges::find(pairs, TierPair{2, i, j}) != pairs.end();
                        EXPECT_EQ(keys.admits(1, i, j), expected);
                    }
                    EXPECT_EQ(keys.admits(1, i, j),
                              ranked_keys_admit(ranked, n, n - 1 - i, n - 1 - j));
                    if (j < i) {  // behind i in this order
                        EXPECT_EQ(row[n - 1 - j] != 0.0F, keys.admits(1, i, j));
                    }
                }
            }
        }
    }
}

TEST(TierKeys, AdmitAllPairsOfTheFirstTier) {
    const Dataset data = testing::graded_data({{0, 1}});
    EXPECT_TRUE(TierKeys(data, {}, 1).admits_all());
    EXPECT_TRUE(TierKeys(data, {}, 1).admits(0, 0, 1));
}

TEST(TierRules, LeaveDocumentsOfGradeZeroOutOfLaterTiersUnlessAskedTo) {
    std::vector<NamedMeasure> targets;
    for (const char* text : {"NDCG", "CNDCG", "NDCG(labels=sales)"})
        targets.push_back(named_measure(text));
    const auto rules = tier_rules(targets, MissingGrades::lenient, false);
    ASSERT_EQ(rules.size(), 3U);
    EXPECT_EQ(rules[0].excluded, std::nullopt);
    EXPECT_EQ(rules[1].excluded, 0.0);
    EXPECT_EQ(rules[2].excluded, 0.0);
    EXPECT_EQ(rules[0].earlier, std::vector<std::string>{});
    EXPECT_EQ(rules[2].earlier, (std::vector<std::string>{"grade", "click"}));
    for (const TierRule& rule : tier_rules(targets, MissingGrades::matched, true))
        EXPECT_EQ(rule.excluded, std::nullopt);
}

}  // namespace
}  // namespace gradus
