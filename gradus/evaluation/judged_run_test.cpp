#include "gradus/evaluation/judged_run.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/base/random.hpp"
#include "gradus/data/formats/qrels.hpp"
#include "gradus/data/formats/run.hpp"

namespace gradus {
namespace {

using ::testing::ElementsAre;

Judgments judgments_from(std::string_view text) {
    return read_qrels(TextSource::of_memory("qrels", text));
}
Run run_from(std::string_view text) {
    return read_run(TextSource::of_memory("run", text));
}

JudgedRun judge_with(const Judgments& judgments,
                     const Run& run,
                     std::string_view profile,
                     const RankingCut& cut = {}) {
    const Profile& rules = profile_named(profile);
    const JudgmentIndex index(judgments, "qrels", rules, 1);
    return judge(run, "run", index, rules, 1, cut);
}

std::vector<double> grades_of(const JudgedRun& run, std::size_t query) {
    const auto part = run.part(run.grades, query);
    return {part.begin(), part.end()};
}

const char* const four_ties = "q Q0 b 1 1 t\nq Q0 d 2 1 t\nq Q0 a 3 1 t\nq Q0 c 4 1.00000001 t\n";
const char* const graded = "q 0 a 1\nq 0 b 2\nq 0 c 3\nq 0 d 4\n";

TEST(JudgedRun, OrdersTiesAsTheProfileDoes) {
    const Judgments judgments = judgments_from(graded);
    const auto run = run_from(four_ties);
    EXPECT_THAT(grades_of(judge_with(judgments, run, "gradus"), 0), ElementsAre(3, 4, 2, 1));
    EXPECT_THAT(grades_of(judge_with(judgments, run, "trec10"), 0), ElementsAre(3, 4, 2, 1));
    // As a 32-bit float the best score is a tie with the others.
    EXPECT_THAT(grades_of(judge_with(judgments, run, "trec9"), 0), ElementsAre(4, 3, 2, 1));
    EXPECT_THAT(grades_of(judge_with(judgments, run, "letor"), 0), ElementsAre(3, 2, 4, 1));
    const JudgedRun judged = judge_with(judgments, run, "gradus");
    EXPECT_THAT(judged.tied, ElementsAre(0, 0, 1, 1));
}

TEST(JudgedRun, OrdersTiesOfDataByTheNamesThatJudgmentsWouldHave) {
    Dataset data;
    data.features = FeatureMatrix(4, 1);
    data.labels.push_back({"grade", {}});
    for (const float grade : {1.0F, 2.0F, 3.0F, 4.0F}) data.labels.front().values.push_back(grade);
    for (const char* id : {"b", "c", "", "a"}) data.document_ids.push_back(id);
    data.query_ids.push_back("q");
    data.query_begins = std::vector<std::size_t>{0, 4};
    const std::vector<double> scores = {5.0, 5.0, 5.0, 7.0};
    Profile profile = profile_named("gradus");
    const auto grades = [&](TieOrder order) {
        profile.data_ties = order;
        return judge(GradedLabels(data, data.labels.front(), profile, 1), scores, profile, 1)
            .grades;
    };
    EXPECT_EQ(grades(TieOrder::data_order), (std::vector<double>{4, 1, 2, 3}));
    EXPECT_EQ(grades(TieOrder::id_descending), (std::vector<double>{4, 2, 1, 3}));  // c, b, 2
    EXPECT_EQ(grades(TieOrder::id_ascending), (std::vector<double>{4, 3, 1, 2}));
}

TEST(JudgedRun, TakesMissingQueriesAsTheProfileSays) {
    const Judgments judgments = judgments_from("10 0 a 1\n2 0 a 2\n1 0 b 1\n");
    const auto run = run_from("2 Q0 a 1 1 t\n10 Q0 a 1 1 t\n7 Q0 a 1 1 t\n");
    const JudgedRun ours = judge_with(judgments, run, "gradus");
    ASSERT_EQ(ours.queries(), 3U);
    EXPECT_THAT(ours.missing, ElementsAre(0, 0, 1));
    EXPECT_EQ(ours.queries_not_judged, 1U);
    const JudgedRun trec9 = judge_with(judgments, run, "trec9");
    ASSERT_EQ(trec9.queries(), 2U);
    EXPECT_EQ(trec9.query_ids[0], "10");  // ids are text: "10" comes before "2"
    EXPECT_EQ(trec9.query_ids[1], "2");
    try {
        judge_with(judgments, run, "trec10");
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(std::string(error.what()),
                  "run: the judged query 1 is not in the run; add it, or choose a profile that "
                  "counts it as 0");
    }
    EXPECT_THROW(judge_with(judgments, run_from("8 Q0 a 1 1 t\n"), "gradus"), Error);
}

TEST(JudgedRun, KnowsTheJudgedFromThePooledAndTheUnknown) {
    const Judgments judgments = judgments_from("q 0 a -1\nq 0 b 0\nq 0 c 2\n");
    const auto run = run_from("q Q0 a 1 4 t\nq Q0 b 1 3 t\nq Q0 c 1 2 t\nq Q0 d 1 1 t\n");
    const JudgedRun trec = judge_with(judgments, run, "trec10");
    EXPECT_THAT(trec.judged, ElementsAre(0, 1, 1, 0));
    EXPECT_THAT(trec.pooled, ElementsAre(1, 1, 1, 0));
    EXPECT_THAT(trec.list(0).ideal, ElementsAre(2, 0));
    const JudgedRun ours = judge_with(judgments, run, "gradus");
    EXPECT_THAT(ours.judged, ElementsAre(1, 1, 1, 0));
    EXPECT_THAT(ours.list(0).ideal, ElementsAre(2, 0, 0));
    const JudgedRun cut = judge_with(judgments, run, "trec10", {.depth = 3, .judged_only = true});
    EXPECT_THAT(grades_of(cut, 0), ElementsAre(0, 2));
}

TEST(JudgedRun, RanksAlikeWhetherOrNotTheRunComesSorted) {
    Random random(9, "order");
    std::string qrels;
    std::vector<std::pair<std::uint64_t, std::string>> documents;  // score, id
    for (std::size_t i = 0; i < 200; ++i) {
        documents.emplace_back(random.below(60), fmt::format("d{}", i));
        qrels += fmt::format("q 0 d{} {}\n", i, i);
    }
    const Judgments judgments = judgments_from(qrels);
    const auto lines = [&] {
        std::string text;
        for (const auto& [score, id] : documents)
            text += fmt::format("q Q0 {} 1 {} t\n", id, score);
        return text;
    };
    const auto shuffled = run_from(lines());
    std::ranges::stable_sort(
        documents, std::greater(), &std::pair<std::uint64_t, std::string>::first);
    const auto sorted = run_from(lines());
    for (const char* const profile : {"gradus", "trec9", "trec10", "letor"}) {
        const JudgedRun expected = judge_with(judgments, shuffled, profile);
        const JudgedRun judged = judge_with(judgments, sorted, profile);
        EXPECT_EQ(judged.grades, expected.grades) << profile;
        EXPECT_EQ(judged.tied, expected.tied) << profile;
    }
}

TEST(JudgmentIndex, FindsAllDocumentsOfPoolsOfAnySizeAndNoOthers) {
    for (const std::size_t size : {1U, 2U, 3U, 4U, 7U, 8U, 31U, 100U, 5000U}) {
        std::string qrels = "other 0 x1 1\n";
        for (std::size_t i = 0; i < size; ++i) qrels += fmt::format("q 0 d{} 1\n", i);
        const Judgments judgments = judgments_from(qrels + "last 0 d0 1\n");
        const JudgmentIndex index(judgments, "qrels", profile_named("gradus"), 1);
        for (std::size_t i = 0; i < size; ++i) {
            EXPECT_EQ(index.find(1, fmt::format("d{}", i)), 1 + i);
            EXPECT_EQ(index.find(1, fmt::format("x{}", i)), JudgmentIndex::no_row);
        }
        EXPECT_EQ(index.find(2, "d0"), size + 1);
        EXPECT_EQ(index.find(2, "d1"), JudgmentIndex::no_row);
    }
}

TEST(JudgedRun, AgreesWithAPlainJoinOnRandomRuns) {
    Random random(7, "runs");
    std::string qrels;
    std::string lines;
    std::map<std::string, std::map<std::string, double>> grades;
    std::map<std::string, std::vector<std::pair<double, std::string>>> scores;
    for (int query = 0; query < 40; ++query) {
        for (int document = 0; document < 60; ++document) {
            const std::string query_id = std::to_string(query);
            const std::string id = fmt::format("doc{}", document);
            const auto draw = [&](std::uint64_t n) { return random.below(n); };
            if (draw(3) == 0) {
                const auto grade = draw(4);
                qrels += fmt::format("{} 0 {} {}\n", query_id, id, grade);
                grades[query_id][id] = static_cast<double>(grade);
            }
            if (draw(2) == 0) {
                const auto score = static_cast<double>(draw(20)) / 4;
                lines += fmt::format("{} Q0 {} 1 {} t\n", query_id, id, score);
                scores[query_id].emplace_back(score, id);
            }
        }
    }
    const Judgments judgments = judgments_from(qrels);
    const auto run = run_from(lines);
    const Profile& rules = profile_named("gradus");
    const JudgmentIndex index(judgments, "qrels", rules, 2);
    const JudgedRun judged = judge(run, "run", index, rules, 2);
    EXPECT_EQ(judged.grades, judge(run, "run", index, rules, 1).grades);
    for (std::size_t query = 0; query < judged.queries(); ++query) {
        const std::string id(judged.query_ids[query]);
        auto ranked = scores[id];
        std::ranges::sort(ranked, std::greater());
        std::vector<double> expected;
        for (const auto& [score, document] : ranked) expected.push_back(grades[id][document]);
        EXPECT_EQ(grades_of(judged, query), expected) << "query " << id;
    }
}

}  // namespace
}  // namespace gradus
