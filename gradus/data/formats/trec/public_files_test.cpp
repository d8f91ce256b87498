// The public TREC files of the data folder: every one is read, with the counts that its README
// states.

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/data/formats/qrels.hpp"
#include "gradus/data/formats/run.hpp"

namespace gradus {
namespace {

using Histogram = std::map<float, std::size_t>;

const std::string shared_folder = GRADUS_SOURCE_DIR "/../shared/";
const std::string data_folder = shared_folder + "data/";

struct ExpectedQrels {
    std::string name;
    std::size_t queries;
    Histogram grades;
};

class PublicTrecFiles : public ::testing::Test {
    void SetUp() override {
        if (!std::filesystem::exists(shared_folder))
            GTEST_SKIP() << "SKIPPED LOUDLY: no " << shared_folder;
    }
};

std::vector<std::string> runs_in(const std::string& folder) {
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator(data_folder + folder))
        paths.push_back(entry.path().string());
    std::ranges::sort(paths);
    return paths;
}

Run run_at(const std::string& path) {
    return read_run(TextSource(path));
}

std::string stem(const std::string& path) {  // of NAME.run.zst
    return std::filesystem::path(path).stem().stem().string();
}

TEST_F(PublicTrecFiles, JudgmentsHaveTheStatedCounts) {
    const std::vector<ExpectedQrels> expected = {
        {"trec-dl21-passage/qrels-pass.txt", 53, {{0, 4338}, {1, 3063}, {2, 2341}, {3, 1086}}},
        {"trec-dl21-passage/assessors/umbrela-gpt4.qrels",
         53,
         {{0, 3002}, {1, 2922}, {2, 2960}, {3, 1944}}},
        {"trec-dl21-passage/assessors/umbrela-gpt4o.qrels",
         53,
         {{0, 3160}, {1, 3917}, {2, 1970}, {3, 1781}}},
        {"trec-dl21-passage/assessors/binary-gpt4.qrels", 53, {{0, 4277}, {1, 6544}}},
        {"trec-dl21-passage/assessors/binary-gpt4o.qrels", 53, {{0, 4712}, {1, 6112}}},
        {"trec-dl21-passage/assessors/binary-llama32.qrels", 53, {{0, 3374}, {1, 7454}}},
        {"trec-robust03/qrels.txt", 100, {{0, 122722}, {1, 5667}, {2, 407}}},
        {"trec-web12/qrels.web.151-200.txt",
         50,
         {{-2, 858}, {0, 11674}, {1, 2208}, {2, 405}, {3, 52}, {4, 858}}},
        {"trec-qrels/qrels.adhoc.451-550.txt", 100, {{0, 134490}, {1, 4944}, {2, 1036}}},
        {"trec-qrels/qrels.dl19-passage.txt", 43, {{0, 5158}, {1, 1601}, {2, 1804}, {3, 697}}},
        {"trec-qrels/qrels.dl19-doc.txt", 43, {{0, 9661}, {1, 4607}, {2, 1149}, {3, 841}}},
        {"trec-qrels/qrels.dl20-passage.txt", 54, {{0, 7780}, {1, 1940}, {2, 1020}, {3, 646}}},
        {"trec-qrels/qrels.dl20-doc.txt", 45, {{0, 7331}, {1, 1187}, {2, 315}, {3, 265}}},
        {"trec-qrels/qrels.covid-complete.txt", 50, {{-1, 2}, {0, 42652}, {1, 11055}, {2, 15609}}},
        {"prefs-cast19/2019qrels.txt",
         173,
         {{0, 21230}, {1, 2889}, {2, 2157}, {3, 1456}, {4, 1618}}},
        // Of these the README gives no histogram; counted with awk.
        {"prefs-cast19/TREC-CAsT-2019.qrels",
         173,
         {{0, 21230},
          {1, 2845},
          {2, 2034},
          {3, 1222},
          {4, 1102},
          {10, 143},
          {20, 157},
          {30, 171},
          {40, 181},
          {50, 265}}},
        {"prefs-cast19/TREC-CAST-2019.local.qrels", 173, {{1, 173}}},
        {"trec-eval-tests/qrels.test", 3, {{0, 3120}, {1, 561}}},
        {"trec-eval-tests/qrels.test.with-comments", 3, {{0, 3120}, {1, 561}}},
        {"trec-eval-tests/qrels-302.test", 1, {{0, 984}, {1, 77}}},
        {"trec-eval-tests/qrels.comment.test", 31, {{0, 1427}, {1, 2381}, {2, 1515}, {3, 567}}},
        {"trec-eval-tests/qrels.rel_level",
         3,
         {{-1, 304}, {0, 2818}, {1, 462}, {2, 14}, {3, 77}, {4, 6}}},
    };
    for (const auto& [name, queries, grades] : expected) {
        const Judgments judgments = read_qrels(TextSource(data_folder + name + ".zst"));
        EXPECT_EQ(judgments.queries(), queries) << name;
        Histogram counted;
        for (const float grade : judgments.grades) ++counted[grade];
        EXPECT_EQ(counted, grades) << name;
    }
}

TEST_F(PublicTrecFiles, JudgmentsOfSeveralGroupsAreRefused) {
    // The second field tells three groups of assessors apart: each document is judged three times.
    for (const auto& [name, lines] :
         {std::pair("qrels.123",
                    ":3682: document CR93E-10279 is judged twice for query 301 (first "
                    "on line 1); keep one of them"),
          std::pair("qrels.comments.123",
                    ":3685: document CR93E-10279 is judged twice for query 301 "
                    "(first on line 1); keep one of them")}) {
        const std::string path = data_folder + "trec-eval-tests/" + name + ".zst";
        try {
            read_qrels(TextSource(path));
            FAIL() << name;
        } catch (const Error& error) {
            EXPECT_EQ(std::string(error.what()), path + lines);
        }
    }
}

TEST_F(PublicTrecFiles, DeepLearningRunsAreRead) {
    const std::vector<std::string> paths = runs_in("trec-dl21-passage/runs");
    EXPECT_EQ(paths.size(), 63U);
    for (const std::string& path : paths) {
        const gradus::Run run = run_at(path);
        const bool shorter = run.tag == "uogTrPC" || run.tag == "uogTrPCP";
        EXPECT_EQ(run.tag, stem(path));
        EXPECT_EQ(run.queries(), 53U) << path;
        EXPECT_EQ(run.documents(), shorter ? 5225U : 5300U) << path;
    }
}

TEST_F(PublicTrecFiles, RobustRunsAreRead) {
    const std::map<std::string, std::size_t> shorter = {
        {"humR03dc", 10000}, {"NLPR03vb10", 1004}, {"uic0301", 99969}};
    const std::vector<std::string> paths = runs_in("trec-robust03/runs");
    EXPECT_EQ(paths.size(), 17U);
    for (const std::string& path : paths) {
        const gradus::Run run = run_at(path);
        EXPECT_EQ(run.tag, stem(path));
        EXPECT_EQ(run.queries(), 100U) << path;
        const auto found = shorter.find(run.tag);
        EXPECT_EQ(run.documents(), found == shorter.end() ? 100000U : found->second) << path;
    }
}

TEST_F(PublicTrecFiles, WebRunsAreRead) {
    const std::map<std::string, std::size_t> documents = {{"ql-cata-filtered", 8060},
                                                          {"ql-cata", 50000},
                                                          {"ql-catb-filtered", 21512},
                                                          {"ql-catb", 49413},
                                                          {"rm-cata-filtered", 8083},
                                                          {"rm-cata", 50000},
                                                          {"rm-catb-filtered", 22076},
                                                          {"rm-catb", 50000}};
    const std::vector<std::string> paths = runs_in("trec-web12/runs");
    EXPECT_EQ(paths.size(), documents.size());
    for (const std::string& path : paths) {
        const gradus::Run run = run_at(path);
        EXPECT_EQ(run.tag, "indri");
        EXPECT_EQ(run.documents(), documents.at(stem(path))) << path;
    }
}

TEST_F(PublicTrecFiles, RunsOfTrecEvalsTestsAreRead) {
    const std::string folder = data_folder + "trec-eval-tests/";
    EXPECT_EQ(run_at(folder + "results.test.zst").documents(), 1500U);
    EXPECT_EQ(run_at(folder + "results-302.test.zst").documents(), 500U);
    EXPECT_EQ(run_at(folder + "prefs.results.test.zst").documents(), 480U);
    EXPECT_EQ(run_at(folder + "results.comment.test.zst").documents(), 30100U);
    // Words behind the tag, and queries that come back at every other line.
    const gradus::Run truncated = run_at(folder + "results.trunc.zst");
    EXPECT_EQ(truncated.documents(), 584U);
    EXPECT_EQ(truncated.queries(), 2U);
    EXPECT_EQ(truncated.tag, "STANDARD");
}

}  // namespace
}  // namespace gradus
