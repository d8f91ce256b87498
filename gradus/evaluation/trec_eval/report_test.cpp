#include "gradus/evaluation/trec_eval/report.hpp"

#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/data/formats/qrels.hpp"
#include "gradus/data/formats/run.hpp"

namespace gradus::trec_eval {
namespace {

// Query 7 has relevant documents at ranks 2, 3 and 6 of 8, and a fourth that was not retrieved; two
// of the judged nonrelevant ones stand at ranks 1 and 5. Query 8 is perfect.
constexpr std::string_view judged =
    "7 0 n1 0\n7 0 r2 1\n7 0 r3 2\n7 0 n5 0\n7 0 r6 1\n7 0 r 1\n7 0 n 0\n8 0 a 1\n";
constexpr std::string_view retrieved =
    "7 Q0 n1 1 8 tag\n7 Q0 r2 2 7 tag\n7 Q0 r3 3 6 tag\n7 Q0 x4 4 5 tag\n7 Q0 n5 5 4 tag\n"
    "7 Q0 r6 6 3 tag\n7 Q0 x7 7 2 tag\n7 Q0 x8 8 1 tag\n8 Q0 a 1 1 tag\n";

struct Case {
    std::string_view qrels = judged;
    std::vector<std::string> measures = {};
    Settings settings = {};
    std::string_view profile = "trec10";
};

std::string report_of(const Case& wanted) {
    const Profile& profile = profile_named(wanted.profile);
    return report(read_qrels(TextSource::of_memory("qrels", wanted.qrels)),
                  "qrels",
                  read_run(TextSource::of_memory("run", retrieved)),
                  "run",
                  select(wanted.measures, profile),
                  wanted.settings,
                  profile,
                  1);
}

TEST(TrecEvalReport, PrintsTheOfficialMeasuresOfAHandComputedRun) {
    EXPECT_EQ(report_of({}),
              "runid                 \tall\ttag\n"
              "num_q                 \tall\t2\n"
              "num_ret               \tall\t9\n"
              "num_rel               \tall\t5\n"
              "num_rel_ret           \tall\t4\n"
              "map                   \tall\t0.7083\n"  // (5/12 + 1)/2
              "gm_map                \tall\t0.6455\n"  // √(5/12)
              "Rprec                 \tall\t0.7500\n"
              "bpref                 \tall\t0.7083\n"  // ((2/3 + 2/3 + 1/3)/4 + 1)/2
              "recip_rank            \tall\t0.7500\n"
              "iprec_at_recall_0.00  \tall\t0.8333\n"  // (2/3 + 1)/2
              "iprec_at_recall_0.10  \tall\t0.8333\n"
              "iprec_at_recall_0.20  \tall\t0.8333\n"
              "iprec_at_recall_0.30  \tall\t0.8333\n"
              "iprec_at_recall_0.40  \tall\t0.8333\n"
              "iprec_at_recall_0.50  \tall\t0.8333\n"
              "iprec_at_recall_0.60  \tall\t0.8333\n"
              "iprec_at_recall_0.70  \tall\t0.7500\n"  // (3/6 + 1)/2
              "iprec_at_recall_0.80  \tall\t0.7500\n"
              "iprec_at_recall_0.90  \tall\t0.5000\n"  // (0 + 1)/2
              "iprec_at_recall_1.00  \tall\t0.5000\n"
              "P_5                   \tall\t0.3000\n"
              "P_10                  \tall\t0.2000\n"
              "P_15                  \tall\t0.1333\n"
              "P_20                  \tall\t0.1000\n"
              "P_30                  \tall\t0.0667\n"
              "P_100                 \tall\t0.0200\n"
              "P_200                 \tall\t0.0100\n"
              "P_500                 \tall\t0.0040\n"
              "P_1000                \tall\t0.0020\n");
}

// What is of the whole run (runid, num_q, geometric means) has no line of a query.
TEST(TrecEvalReport, PrintsALineForEachValueOfAQuery) {
    EXPECT_EQ(
        report_of({.measures = {"runid", "num_q", "num_ret", "map", "gm_map", "relstring.6", "P.4"},
                   .settings = {.by_query = true, .no_summary = true}}),
        "num_ret               \t7\t8\n"
        "map                   \t7\t0.4167\n"
        "P_4                   \t7\t0.5000\n"
        "relstring_6           \t7\t'012-01'\n"
        "num_ret               \t8\t1\n"
        "map                   \t8\t1.0000\n"
        "P_4                   \t8\t0.2500\n"
        "relstring_6           \t8\t'1'\n");
}

// Recall x of four documents is reached with ⌊4x + 0.9⌋ of them in version 9, round(4x) in 10. The
// best precision from the first or second relevant document on is 2/3, from the third on 1/2.
TEST(TrecEvalReport, InterpolatesPrecisionAtTheRecallOfEachVersion) {
    const auto values = [](std::string_view profile) {
        return report_of({.measures = {"iprec_at_recall..1,.2,.5,.6,.7,.8,.9", "11pt_avg"},
                          .settings = {.by_query = true, .no_summary = true},
                          .profile = profile})
            .substr(0, 8 * std::string_view("iprec_at_recall_0.10  \t7\t0.6667\n").size());
    };
    EXPECT_EQ(values("trec9"),
              "iprec_at_recall_0.10  \t7\t0.6667\n"
              "iprec_at_recall_0.20  \t7\t0.6667\n"
              "iprec_at_recall_0.50  \t7\t0.6667\n"
              "iprec_at_recall_0.60  \t7\t0.5000\n"
              "iprec_at_recall_0.70  \t7\t0.5000\n"
              "iprec_at_recall_0.80  \t7\t0.0000\n"
              "iprec_at_recall_0.90  \t7\t0.0000\n"
              "11pt_avg              \t7\t0.4545\n");  // (6·2/3 + 2·1/2)/11
    EXPECT_EQ(values("trec10"),
              "iprec_at_recall_0.10  \t7\t0.6667\n"
              "iprec_at_recall_0.20  \t7\t0.6667\n"
              "iprec_at_recall_0.50  \t7\t0.6667\n"
              "iprec_at_recall_0.60  \t7\t0.6667\n"
              "iprec_at_recall_0.70  \t7\t0.5000\n"
              "iprec_at_recall_0.80  \t7\t0.5000\n"
              "iprec_at_recall_0.90  \t7\t0.0000\n"
              "11pt_avg              \t7\t0.5152\n");  // (7·2/3 + 2·1/2)/11
}

TEST(TrecEvalReport, LooksAtRelevanceDepthAndJudgedDocumentsAsToldTo) {
    const auto reciprocal_rank = [](const Settings& settings) {
        return report_of({.measures = {"recip_rank"}, .settings = settings}).substr(27, 6);
    };
    EXPECT_EQ(reciprocal_rank({.level = 2}), "0.1667");  // (1/3 + 0)/2
    EXPECT_EQ(reciprocal_rank({.depth = 1}), "0.5000");
    EXPECT_EQ(report_of({.measures = {"P.5"}, .settings = {.judged_only = true}}),
              "P_5                   \tall\t0.4000\n");  // (3/5 + 1/5)/2
    EXPECT_EQ(report_of({.measures = {"utility.0,0,0,1"}, .settings = {.collection = 100.0}}),
              "utility_0,0,0,1       \tall\t95.0000\n");  // (91 + 99)/2
}

TEST(TrecEvalReport, TakesAJudgedQueryThatTheRunLacksAsTheVersionDoes) {
    const std::string qrels = std::string(judged) + "9 0 a 1\n";
    const auto text = [&](std::string_view profile, bool complete) {
        return report_of({.qrels = qrels,
                          .measures = {"num_q", "recip_rank"},
                          .settings = {.complete = complete},
                          .profile = profile});
    };
    EXPECT_EQ(text("trec9", false),
              "num_q                 \tall\t2\nrecip_rank            \tall\t0.7500\n");
    for (const std::string_view profile : {"trec9", "trec10"})
        EXPECT_EQ(text(profile, true),
                  "num_q                 \tall\t3\nrecip_rank            \tall\t0.5000\n");
    try {
        text("trec10", false);
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_STREQ(
            error.what(),
            "run: the judged query 9 is not in the run; add it, or count it as 0 with 'complete'");
    }
}

TEST(TrecEvalReport, CompleteCountsEveryGradeAboveZeroAsRelevantInTheSum) {
    // Grades above 0: four of query 7, one each of 8 and 9, which the run lacks. From grade 2 on
    // there are two.
    constexpr std::string_view more =
        "7 0 n1 0\n7 0 r2 1\n7 0 r3 2\n7 0 n5 0\n7 0 r6 1\n7 0 r 1\n8 0 a 1\n9 0 z 2\n9 0 y -1\n";
    for (const std::string_view profile : {"trec9", "trec10"}) {
        EXPECT_EQ(report_of({.qrels = more,
                             .measures = {"num_rel"},
                             .settings = {.complete = true, .level = 2},
                             .profile = profile}),
                  "num_rel               \tall\t6\n");
    }
    EXPECT_EQ(
        report_of(
            {.qrels = more, .measures = {"num_rel"}, .settings = {.level = 2}, .profile = "trec9"}),
        "num_rel               \tall\t1\n");
}

}  // namespace
}  // namespace gradus::trec_eval
