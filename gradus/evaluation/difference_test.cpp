#include "gradus/evaluation/difference.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "gradus/data/formats/qrels.hpp"
#include "gradus/data/formats/run.hpp"
#include "gradus/evaluation/evaluator.hpp"

namespace gradus {
namespace {

Difference difference_of(std::string_view qrels,
                         std::string_view lines,
                         const std::vector<std::string>& measures,
                         std::string_view here,
                         std::string_view there) {
    const Judgments judgments = read_qrels(TextSource::of_memory("qrels", qrels));
    const Run run = read_run(TextSource::of_memory("run", lines));
    return explain_difference(
        profile_named(here),
        profile_named(there),
        measures,
        [&](const std::vector<NamedMeasure>& chosen, const Profile& profile) {
            return RunEvaluator(judgments, "qrels", chosen, 1, profile).evaluate(run, "run");
        });
}

const RuleEffect& rule_named(const Difference& difference, std::string_view name) {
    for (const RuleEffect& effect : difference.rules)
        if (effect.rule == name) return effect;
    throw std::out_of_range(std::string(name));
}

TEST(ExplainDifference, NamesTheRuleAndTheQueries) {
    // Query 2 is missing in the run; in query 1 two scores differ only beyond single precision.
    const Difference difference =
        difference_of("1 0 a 2\n1 0 b 0\n2 0 c 1\n",
                      "1 Q0 a 1 1.00000000002 t\n1 Q0 b 2 1.00000000001 t\n",
                      {"AP"},
                      "gradus",
                      "trec9");
    // Ours: (1 + 0)/2. As floats the scores tie, and b stands before a: AP 1/2.
    const RuleEffect& floats = rule_named(difference, "scores of runs");
    EXPECT_NEAR(floats.changes[0], -0.25, 1e-12);
    ASSERT_EQ(floats.queries[0].size(), 1U);
    EXPECT_EQ(floats.queries[0][0].query, "1");
    EXPECT_EQ(floats.queries[0][0].here, 1.0);
    EXPECT_EQ(floats.queries[0][0].there, 0.5);
    const RuleEffect& missing = rule_named(difference, "judged query not in the run");
    EXPECT_NEAR(missing.changes[0], 0.5, 1e-12);
    ASSERT_EQ(missing.queries[0].size(), 1U);
    EXPECT_EQ(missing.queries[0][0].query, "2");
    EXPECT_EQ(missing.queries[0][0].here, 0.0);
    EXPECT_TRUE(std::isnan(missing.queries[0][0].there));
    EXPECT_NEAR(difference.all.changes[0], 0.0, 1e-12);
}

TEST(ExplainDifference, TellsWhatDefaultsOfMeasuresDo) {
    const Difference difference = difference_of(
        "1 0 a 1\n1 0 b 3\n", "1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n", {"NDCG"}, "gradus", "trec9");
    const RuleEffect& gain = rule_named(difference, "defaults of measures");
    const double exponential = (1 + 7 / std::log2(3)) / (7 + 1 / std::log2(3));
    const double linear = (1 + 3 / std::log2(3)) / (3 + 1 / std::log2(3));
    EXPECT_NEAR(gain.changes[0], linear - exponential, 1e-12);
    EXPECT_NEAR(difference.all.changes[0], linear - exponential, 1e-12);
}

TEST(ExplainDifference, ShowsWhatUndefinedValuesCount) {
    const Difference difference = difference_of(
        "1 0 a 0\n2 0 a 1\n", "1 Q0 a 1 2 t\n2 Q0 a 1 2 t\n", {"AP"}, "gradus", "lightgbm");
    const RuleEffect& undefined_values = rule_named(difference, "undefined value (0/0)");
    EXPECT_NEAR(undefined_values.changes[0], 0.5, 1e-12);
    ASSERT_EQ(undefined_values.queries[0].size(), 1U);
    EXPECT_EQ(undefined_values.queries[0][0].query, "1");
    EXPECT_EQ(undefined_values.queries[0][0].here, 0.0);
    EXPECT_EQ(undefined_values.queries[0][0].there, 1.0);
}

TEST(ExplainDifference, SaysWhereTheOtherRefuses) {
    const Difference difference =
        difference_of("1 0 a 1\n2 0 a 1\n", "1 Q0 a 1 2 t\n", {"AP"}, "gradus", "trec10");
    EXPECT_EQ(rule_named(difference, "judged query not in the run").refusal,
              "run: the judged query 2 is not in the run; add it, or choose a profile that counts "
              "it as 0");
    EXPECT_TRUE(difference.all.changes.empty());
}

TEST(ExplainDifference, CountsWhatTheProfileCountsForAnUndefinedValue) {
    const Difference difference =
        difference_of("1 0 a 0\n", "1 Q0 a 1 2 t\n", {"AP"}, "gradus", "lightgbm");
    const RuleEffect& effect = rule_named(difference, "undefined value (0/0)");
    EXPECT_EQ(effect.changes[0], 1.0);
    ASSERT_EQ(effect.queries[0].size(), 1U);
    EXPECT_EQ(effect.queries[0][0].here, 0.0);
    EXPECT_EQ(effect.queries[0][0].there, 1.0);
}

TEST(ExplainDifference, IsEmptyForAProfileAndItself) {
    EXPECT_TRUE(
        difference_of("1 0 a 1\n", "1 Q0 a 1 2 t\n", {"AP"}, "gradus", "gradus").rules.empty());
}

}  // namespace
}  // namespace gradus
