#include "gradus/evaluation/evaluator.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/base/random.hpp"
#include "gradus/data/formats/qrels.hpp"
#include "gradus/data/formats/run.hpp"
#include "gradus/evaluation/profiled_measure.hpp"
#include "gradus/testing/error_message.hpp"

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

TEST(Evaluator, RanksEachQueryAndCountsUndefinedOnesAsZero) {
    const Dataset data = three_queries();
    const std::vector<float> scores = {2, 1, 5, 6, 0};
    const QueryValues result = Evaluator(data, {named_measure("NDCG")}, 1).values(scores).front();
    EXPECT_NEAR(result.values[0], 1 / std::log2(3), 1e-12);
    EXPECT_TRUE(std::isnan(result.values[1]));
    EXPECT_EQ(result.values[2], 1.0);
    EXPECT_EQ(result.undefined, 1U);
    EXPECT_NEAR(result.mean, (1 / std::log2(3) + 1) / 3, 1e-12);
}

TEST(Evaluator, TakesAnyLabelColumnAndMissingGradesAsZero) {
    const Dataset data = three_queries();
    const std::vector<float> scores = {2, 1, 5, 6, 0};
    const QueryValues result =
        Evaluator(data, {named_measure("NDCG(labels=click)")}, 3).values(scores).front();
    EXPECT_EQ(result.values[0], 1.0);
    EXPECT_EQ(result.values[1], 1.0);
    EXPECT_TRUE(std::isnan(result.values[2]));
}

TEST(Evaluator, RefusesGradesThatAMeasureCannotTake) {
    Dataset data = three_queries();
    EXPECT_EQ(
        testing::error_message([&] { Evaluator(data, {named_measure("ERR(max=1)")}, 1); }),
        "the data: measure err(max=1): grade 2 is above max=1 (query c, document 0); give the "
        "measure parameters that fit the grades, or choose another measure");
    data.labels[0].values[1] = 1500.0F;
    EXPECT_EQ(
        testing::error_message([&] {
            Evaluator(data, {named_measure("NDCG"), named_measure("DCG@5")}, 1);
        }),
        "the data: measure dcg@5: the gain 2^1500 - 1 is beyond the range of numbers (query a, "
        "document 1); give the measure parameters that fit the grades, or choose another "
        "measure");
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
    const RunEvaluator evaluator(judgments, "qrels", {named_measure(measure, profile)}, 1, profile);
    check_grades({{named_measure(measure, profile)}}, evaluator.judgments());
    return evaluator.evaluate(run_from(lines), "run");
}

TEST(Evaluator, CountsWhatAReaderMustKnow) {
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

TEST(Evaluator, CountsUndefinedValuesAsTheProfileSays) {
    const char* const qrels = "1 0 a 0\n2 0 a 1\n";
    const char* const run = "1 Q0 a 1 1 t\n2 Q0 a 1 1 t\n";
    EXPECT_EQ(evaluate_run(qrels, run, "NDCG", "gradus").means[0], 0.5);
    EXPECT_EQ(evaluate_run(qrels, run, "NDCG", "lightgbm").means[0], 1.0);
}

TEST(Evaluator, LetsTheUsersParameterWinOverTheProfiles) {
    const Profile& trec = profile_named("trec9");
    EXPECT_EQ(named_measure("NDCG@3", trec).text, "ndcg(gain=linear)@3");
    EXPECT_EQ(named_measure("NDCG(gain=exp)@3", trec).text, "ndcg@3");
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

TEST(Evaluator, GivesTheMeanAndTheRangeOverTheOrdersOfTiedDocuments) {
    const Profile& profile = profile_named("gradus");
    const Judgments judgments = judgments_from("1 0 a 1\n1 0 b 0\n2 0 a 1\n");
    const Evaluation result =
        RunEvaluator(judgments, "qrels", {named_measure("RR", profile)}, 1, profile)
            .evaluate(
                run_from("1 Q0 a 1 5 t\n1 Q0 b 2 5 t\n2 Q0 a 1 1 t\n"), "run", {.averaged = true});
    EXPECT_DOUBLE_EQ(result.means[0], (0.75 + 1) / 2);
    EXPECT_DOUBLE_EQ(result.least[0], (0.5 + 1) / 2);
    EXPECT_DOUBLE_EQ(result.most[0], 1.0);
    EXPECT_EQ(result.sampled, 0U);
}

TEST(Evaluator, RefusesAGradeThatTheMeasureCannotTake) {
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

TEST(Evaluator, TakesEachMeasuresOwnLabelColumn) {
    const Dataset data = three_queries();
    const std::vector<float> scores = {2, 1, 5, 6, 0};
    const std::vector<NamedMeasure> measures = {named_measure("NDCG"),
                                                named_measure("NDCG(labels=click)")};
    const std::vector<double> exact(scores.begin(), scores.end());
    const Evaluation result = Evaluator(data, measures, 2).evaluate(exact);
    for (std::size_t m = 0; m < 2; ++m) {
        const QueryValues expected = Evaluator(data, {measures[m]}, 1).values(scores).front();
        EXPECT_EQ(result.means[m], expected.mean);
        EXPECT_EQ(result.undefined[m], expected.undefined);
    }
    EXPECT_NE(result.means[0], result.means[1]);
}

TEST(Evaluator, RefusesLabelColumnsThatAreNotThere) {
    const Dataset data = three_queries();
    const std::vector<NamedMeasure> measures = {named_measure("NDCG(labels=sale)")};
    EXPECT_THROW(Evaluator(data, measures, 1), Error);
    const Judgments judgments = judgments_from("1 0 a 1\n");
    try {
        const RunEvaluator evaluator(judgments, "qrels", measures, 1, profile_named("gradus"));
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "measure 'ndcg(labels=sale)': judgments have no label column sale; measure "
                     "graded data, which may have label columns");
    }
}

/// Queries of no, one and many documents, scores and grades that repeat, grades that are missing or
/// below 0, in two label columns of which one has all its grades.
Dataset random_data(Random& random, std::size_t queries) {
    Dataset data;
    data.labels = {{"grade", {}}, {"click", {}}, {"full", {}}};
    data.query_begins.push_back(0);
    for (std::size_t query = 0; query < queries; ++query) {
        const std::size_t size = query < 2 ? query : random.below(30);
        for (std::size_t i = 0; i < size; ++i) {
            const auto grade = static_cast<float>(random.below(5));
            data.labels[0].values.push_back(random.chance(0.2)   ? std::nanf("")
                                            : random.chance(0.1) ? -1.0F
                                                                 : grade);
            data.labels[1].values.push_back(random.chance(0.5) ? std::nanf("")
                                                               : static_cast<float>(i % 2));
            data.labels[2].values.push_back(grade / 2.0F);
            data.document_ids.push_back(std::to_string(random.below(1000)));
        }
        data.query_ids.push_back(std::to_string(query));
        data.query_begins.push_back(data.query_begins.back() + size);
    }
    data.features = FeatureMatrix(data.query_begins.back(), 1);
    return data;
}

/// The value of one query, all written out: documents picked one by one, the ideal list sorted.
double plain_value(const Dataset& data,
                   std::size_t query,
                   std::span<const float> scores,
                   const NamedMeasure& measure,
                   const Profile& profile) {
    const std::vector<float> column(data.label(measure.labels).values.begin(),
                                    data.label(measure.labels).values.end());
    const auto is_judged = [&](std::size_t document) {
        if (std::isnan(column[document])) return false;
        return column[document] >= 0.0F || profile.negative_grades == NegativeGrade::zero;
    };
    const auto grade = [&](std::size_t document) {
        return is_judged(document) ? std::max(0.0, static_cast<double>(column[document])) : 0.0;
    };
    const auto stands_above = [&](std::size_t a, std::size_t b) {
        if (scores[a] != scores[b]) return scores[a] > scores[b];
        const std::string one = data.document_name(query, a);
        const std::string other = data.document_name(query, b);
        if (profile.data_ties == TieOrder::data_order || one == other) return a < b;
        return profile.data_ties == TieOrder::id_descending ? one > other : one < other;
    };
    double highest = 0.0;
    for (std::size_t i = 0; i < column.size(); ++i) highest = std::max(highest, grade(i));
    std::vector<std::size_t> rest;
    std::vector<double> ideal;
    for (std::size_t i = data.query_begins[query]; i < data.query_begins[query + 1]; ++i) {
        rest.push_back(i);
        if (is_judged(i)) ideal.push_back(grade(i));
    }
    std::ranges::sort(ideal, std::greater());
    std::vector<double> grades;
    std::vector<unsigned char> judged;
    while (!rest.empty()) {
        const auto top = std::ranges::min_element(rest, stands_above);
        grades.push_back(grade(*top));
        judged.push_back(is_judged(*top) ? 1 : 0);
        rest.erase(top);
    }
    return measure.measure->score(
        {.grades = grades, .ideal = ideal, .highest = highest, .judged = judged});
}

void expect_equal(double value, double expected) {
    if (std::isnan(expected)) {
        EXPECT_TRUE(std::isnan(value)) << value;
    } else {
        EXPECT_EQ(value, expected);
    }
}

TEST(Evaluator, AgreesWithThePlainValueOfEachQuery) {
    std::vector<NamedMeasure> measures;
    for (const char* const text : {"NDCG@3",
                                   "AP",
                                   "bpref",
                                   "AUC(labels=click)",
                                   "ERR",
                                   "judged@5",
                                   "RBP(labels=full)",
                                   "NDCG(labels=click)",
                                   "tau",
                                   "R@4",
                                   "Q",
                                   "GAP(g=0.4:0.3:0.2:0.1)",
                                   "pair_accuracy"})
        measures.push_back(named_measure(text));
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        SCOPED_TRACE(::testing::Message() << "seed " << seed);
        Random random(seed, "evaluator");
        const Dataset data = random_data(random, 2 + random.below(80));
        for (const TieOrder ties :
             {TieOrder::data_order, TieOrder::id_descending, TieOrder::id_ascending}) {
            Profile profile = profile_named("gradus");
            profile.data_ties = ties;
            profile.negative_grades =
                random.chance(0.5) ? NegativeGrade::zero : NegativeGrade::unjudged;
            profile.undefined_value = random.chance(0.5) ? 1.0 : 0.0;
            const Evaluator one(data, measures, 1, profile);
            const Evaluator many(data, measures, 5, profile);
            for (int ranking = 0; ranking < 3; ++ranking) {  // of one evaluator
                std::vector<float> scores(data.documents());
                for (float& score : scores)  // some of them equal, zeros of both signs
                    score = random.chance(0.5) ? static_cast<float>(random.normal())
                                               : static_cast<float>(random.below(3)) * -1.0F;
                const std::vector<QueryValues> values = one.values(scores);
                const std::vector<QueryValues> same = many.values(scores);
                const std::vector<double> exact(scores.begin(), scores.end());
                const Evaluation full = many.evaluate(exact);
                for (std::size_t m = 0; m < measures.size(); ++m) {
                    SCOPED_TRACE(measures[m].text);
                    double sum = 0.0;
                    std::size_t undefined = 0;
                    for (std::size_t query = 0; query < data.queries(); ++query) {
                        const double expected =
                            plain_value(data, query, scores, measures[m], profile);
                        expect_equal(values[m].values[query], expected);
                        expect_equal(same[m].values[query], expected);
                        expect_equal(full.values[m][query], expected);
                        undefined += std::isnan(expected) ? 1 : 0;
                        sum += std::isnan(expected) ? profile.undefined_value : expected;
                    }
                    const double mean = sum / static_cast<double>(data.queries());
                    EXPECT_EQ(values[m].mean, mean);
                    EXPECT_EQ(values[m].undefined, undefined);
                    EXPECT_EQ(same[m].mean, mean);
                    EXPECT_EQ(full.means[m], mean);
                    EXPECT_EQ(full.undefined[m], undefined);
                    EXPECT_EQ(one.means(scores)[m], mean);
                }
            }
        }
    }
}

TEST(Evaluator, CountsTheFirstMeasuresLabelsToTheDeepestCutoff) {
    const Dataset data = three_queries();
    const std::vector<double> scores = {2, 2, 5, 6, 0};
    const Evaluation result =
        Evaluator(data, {named_measure("NDCG(labels=click)@1"), named_measure("P@7")}, 1)
            .evaluate(scores);
    EXPECT_EQ(result.counts.labels, "click");
    EXPECT_EQ(result.counts.depth, 7U);
    EXPECT_EQ(result.counts.tied, 1U);
    EXPECT_EQ(result.counts.without_relevant, 1U);
    EXPECT_EQ(result.counts.judged_at_depth, 0.8);
    EXPECT_EQ(result.highest, (std::vector<double>{1.0, 2.0}));
}

TEST(Evaluator, TakesDataWithoutQueries) {
    Dataset data;
    data.labels = {{"grade", {}}};
    data.query_begins.push_back(0);
    const Evaluator evaluator(data, {named_measure("NDCG")}, 2);
    EXPECT_TRUE(evaluator.values({}).front().values.empty());
    EXPECT_EQ(evaluator.means({}), std::vector<double>{0.0});
}

}  // namespace
}  // namespace gradus
