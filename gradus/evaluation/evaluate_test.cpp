#include "gradus/evaluation/evaluate.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/data/formats/qrels.hpp"
#include "gradus/data/formats/run.hpp"

namespace gradus {
namespace {

Dataset three_queries() {
    Dataset data;
    data.features = FeatureMatrix(5, 1);
    data.labels.push_back({"grade", {0, 1, 0, 0, 2}});
    data.labels.push_back({"click", {1, 0, std::nanf(""), 1, 0}});
    for (const char* id : {"a", "b", "c"}) data.query_ids.push_back(id);
    data.query_begins = {0, 2, 4, 5};
    return data;
}

TEST(Evaluate, RanksEachQueryAndCountsUndefinedOnesAsZero) {
    const Dataset data = three_queries();
    const std::vector<float> scores = {2, 1, 5, 6, 0};
    const QueryValues result =
        evaluate(data, data.label("grade"), scores, *make_measure("NDCG"), 1);
    EXPECT_NEAR(result.values[0], 1 / std::log2(3), 1e-12);
    EXPECT_TRUE(std::isnan(result.values[1]));
    EXPECT_EQ(result.values[2], 1.0);
    EXPECT_EQ(result.undefined, 1U);
    EXPECT_NEAR(result.mean, (1 / std::log2(3) + 1) / 3, 1e-12);
}

TEST(Evaluate, TakesAnyLabelColumnAndMissingGradesAsZero) {
    const Dataset data = three_queries();
    const std::vector<float> scores = {2, 1, 5, 6, 0};
    const QueryValues result =
        evaluate(data, data.label("click"), scores, *make_measure("NDCG"), 3);
    EXPECT_EQ(result.values[0], 1.0);
    EXPECT_EQ(result.values[1], 1.0);
    EXPECT_TRUE(std::isnan(result.values[2]));
}

Judgments judgments_from(std::string_view text) {
    return read_qrels(TextSource::of_memory("qrels", text));
}
Run run_from(std::string_view text) {
    return read_run(TextSource::of_memory("run", text));
}

Evaluation evaluate_run(std::string_view qrels,
                        std::string_view lines,
                        std::string_view measure,
                        std::string_view profile_name) {
    const Profile& profile = profile_named(profile_name);
    const Judgments judgments = judgments_from(qrels);
    const JudgmentIndex index(judgments, "qrels", profile, 1);
    std::vector<ProfiledMeasure> measures;
    measures.push_back(make_measure(measure, profile));
    check_grades(measures, index);
    return evaluate(judge(run_from(lines), "run", index, profile, 1), measures, profile, 1);
}

TEST(Evaluate, CountsWhatAReaderMustKnow) {
    // Query 1: a tie across the cutoff, one of two documents judged. Query 2: nothing relevant.
    // Query 3 is missing, query 9 is not judged.
    const Evaluation result =
        evaluate_run("1 0 a 1\n2 0 a 0\n3 0 a 2\n",
                     "1 Q0 a 1 5 t\n1 Q0 b 2 5 t\n2 Q0 a 1 5 t\n9 Q0 a 1 5 t\n",
                     "NDCG@1",
                     "gradus");
    EXPECT_EQ(result.counts.queries_judged, 3U);
    EXPECT_EQ(result.counts.queries_in_run, 3U);
    EXPECT_EQ(result.counts.scored, 3U);
    EXPECT_EQ(result.counts.missing, 1U);
    EXPECT_EQ(result.counts.not_judged, 1U);
    EXPECT_EQ(result.counts.without_relevant, 1U);
    EXPECT_EQ(result.counts.depth, 1U);
    EXPECT_EQ(result.counts.tied, 1U);
    EXPECT_EQ(result.counts.judged_at_depth, 0.5);
    EXPECT_EQ(result.undefined[0], 1U);
    EXPECT_EQ(result.values[0][0], 0.0);  // b stands first: equal score, larger id
    EXPECT_TRUE(std::isnan(result.values[0][1]));
    EXPECT_EQ(result.values[0][2], 0.0);
    EXPECT_EQ(result.means[0], 0.0);
}

TEST(Evaluate, CountsUndefinedValuesAsTheProfileSays) {
    const char* const qrels = "1 0 a 0\n2 0 a 1\n";
    const char* const run = "1 Q0 a 1 1 t\n2 Q0 a 1 1 t\n";
    EXPECT_EQ(evaluate_run(qrels, run, "NDCG", "gradus").means[0], 0.5);
    EXPECT_EQ(evaluate_run(qrels, run, "NDCG", "lightgbm").means[0], 1.0);
}

TEST(Evaluate, LetsTheUsersParameterWinOverTheProfiles) {
    const Profile& trec = profile_named("trec9");
    EXPECT_EQ(make_measure("NDCG@3", trec).text, "ndcg(gain=linear)@3");
    EXPECT_EQ(make_measure("NDCG(gain=exp)@3", trec).text, "ndcg@3");
    const char* const qrels = "1 0 a 1\n1 0 b 3\n";
    const char* const run = "1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n";
    const double discount = std::log2(3.0);
    EXPECT_NEAR(evaluate_run(qrels, run, "NDCG", "trec9").means[0],
                (1 + 3 / discount) / (3 + 1 / discount),
                1e-15);
    EXPECT_NEAR(evaluate_run(qrels, run, "NDCG(gain=exp)", "trec9").means[0],
                (1 + 7 / discount) / (7 + 1 / discount),
                1e-15);
}

TEST(Evaluate, GivesTheMeanAndTheRangeOverTheOrdersOfTiedDocuments) {
    const Profile& profile = profile_named("gradus");
    const Judgments judgments = judgments_from("1 0 a 1\n1 0 b 0\n2 0 a 1\n");
    const JudgmentIndex index(judgments, "qrels", profile, 1);
    std::vector<ProfiledMeasure> measures;
    measures.push_back(make_measure("RR", profile));
    const JudgedRun run =
        judge(run_from("1 Q0 a 1 5 t\n1 Q0 b 2 5 t\n2 Q0 a 1 1 t\n"), "run", index, profile, 1);
    const Evaluation result = evaluate(run, measures, profile, 1, {.averaged = true});
    EXPECT_DOUBLE_EQ(result.means[0], (0.75 + 1) / 2);
    EXPECT_DOUBLE_EQ(result.least[0], (0.5 + 1) / 2);
    EXPECT_DOUBLE_EQ(result.most[0], 1.0);
    EXPECT_EQ(result.sampled, 0U);
}

TEST(Evaluate, RefusesAGradeThatTheMeasureCannotTake) {
    try {
        evaluate_run("7 0 a 1\n7 0 b 5\n", "7 Q0 a 1 1 t\n", "NDCG(gains=0:1:3)", "gradus");
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(std::string(error.what()).rfind("qrels: measure ndcg(gains=0:1:3): ", 0), 0U)
            << error.what();
        EXPECT_NE(std::string(error.what()).find("(query 7, document b)"), std::string::npos)
            << error.what();
    }
}

TEST(Evaluate, TakesEachMeasuresOwnLabelColumn) {
    const Dataset data = three_queries();
    const std::vector<float> scores = {2, 1, 5, 6, 0};
    const Profile& profile = profile_named("gradus");
    std::vector<ProfiledMeasure> measures;
    measures.push_back(make_measure("NDCG", profile));
    measures.push_back(make_measure("NDCG(labels=click)", profile));
    const std::vector<double> exact(scores.begin(), scores.end());
    const Evaluation result = evaluate(data, exact, measures, profile, 2);
    for (std::size_t m = 0; m < 2; ++m) {
        const QueryValues expected =
            evaluate(data, data.label(measures[m].labels), scores, *make_measure("NDCG"), 1);
        EXPECT_EQ(result.means[m], expected.mean);
        EXPECT_EQ(result.undefined[m], expected.undefined);
    }
    EXPECT_NE(result.means[0], result.means[1]);
}

}  // namespace
}  // namespace gradus
