#include "gradus/data/formats/qrels.hpp"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/base/random.hpp"
#include "gradus/testing/temporary_folder.hpp"
#include "gradus/testing/text_format.hpp"
#include "gradus/testing/trec_lines.hpp"

namespace gradus {
namespace {

using ::testing::ElementsAre;

constexpr testing::TextFormat<Judgments> format{"a.qrels", read_qrels, write_qrels};

TEST(Qrels, GroupsTheFixtureByQuery) {
    const Judgments judgments =
        read_qrels(TextSource(GRADUS_MODULE_DIR "/formats/fixtures/usual.qrels"));
    ASSERT_EQ(judgments.queries(), 2U);
    EXPECT_EQ(judgments.query_ids[0], "301");
    EXPECT_EQ(judgments.query_ids[1], "302");
    EXPECT_THAT(judgments.query_begins, ElementsAre(0, 3, 5));
    EXPECT_THAT(judgments.grades, ElementsAre(1.0F, 0.0F, 0.5F, 2.0F, -2.0F));
    EXPECT_EQ(judgments.document_ids[1], "CR93E#3103");
    EXPECT_EQ(judgments.document_ids[2], "FT941-17652");
}

TEST(Qrels, AgreesWithASlowReaderOnRandomFiles) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed, "qrels");
        const std::string text = testing::random_lines(random, "", "");
        const std::size_t batch = random.chance(0.5) ? 32 : TextSource::usual_batch;
        const Judgments judgments = format.parse(text, batch);
        ASSERT_EQ(testing::by_query(judgments, judgments.grades),
                  // 1e-3 is the one value that is not a 32-bit float
                  [&] {
                      testing::ByQuery expected = testing::read_slowly(text, 3);
                      for (auto& [query, documents] : expected) {
                          for (auto& [document, grade] : documents)
                              grade = static_cast<double>(static_cast<float>(grade));
                      }
                      return expected;
                  }())
            << "seed " << seed << "\n"
            << text;
    }
}

TEST(Qrels, SurvivesWritingAndReading) {
    const testing::TemporaryFolder folder;
    for (const char* const name : {"a.qrels", "a.qrels.gz", "a.qrels.zst"}) {
        Random random(7, name);
        const std::string text = testing::random_lines(random, "", "");
        const Judgments first = format.parse(text);
        EXPECT_EQ(format.copy(first, folder.file(name)), first) << name;
    }
}

TEST(Qrels, KeepsNegativeGradesAndTheSignOfZero) {
    const Judgments judgments = format.parse("1 0 a -2\n1 0 b -0.0\n1 0 c +1");
    EXPECT_THAT(judgments.grades, ElementsAre(-2.0F, 0.0F, 1.0F));
    EXPECT_TRUE(std::signbit(judgments.grades[1]));
}

TEST(Qrels, SkipsAByteOrderMark) {
    const Judgments judgments = format.parse(
        "\xEF\xBB\xBF"
        "1 0 a 2\n");
    EXPECT_EQ(judgments.query_ids[0], "1");
}

TEST(Qrels, RefusesBrokenLinesWithTheirPlace) {
    EXPECT_EQ(format.refusal("1 0 a 1\n\n1 0 b\n"),
              "a.qrels:3: the line has 3 fields, not 4; write 'query iteration document grade'");
    EXPECT_EQ(format.refusal("1\n"),
              "a.qrels:1: the line has 1 field, not 4; write 'query iteration document grade'");
    EXPECT_EQ(format.refusal("1 0 a 1 x y z\n"),
              "a.qrels:1: the line has 7 fields, not 4; write 'query iteration document grade'");
    EXPECT_EQ(format.refusal("1 0 a 1\n1 0  b 2x\n"),
              "a.qrels:2:8: grade '2x' is not a number; write a decimal number");
    EXPECT_EQ(format.refusal("1 0 a NaN\n"),
              "a.qrels:1:7: grade 'NaN' is not a finite number; leave the line out or write a "
              "decimal number");
    EXPECT_EQ(format.refusal("1 0 a 1e39\n"),
              "a.qrels:1:7: grade '1e39' does not fit a 32-bit float; scale it down");
    EXPECT_EQ(format.refusal(std::string_view("1 0 a\0 1\n", 9)),
              "a.qrels:1:6: the line holds a NUL byte; give a text file with lines that end in LF "
              "or CRLF");
    EXPECT_EQ(format.refusal("1 0 a 1\n1 0 b 1\r1 0 c 1\n"),
              "a.qrels:2:8: the line holds the control byte \\x0d; give a text file with lines "
              "that end in LF or CRLF");
    EXPECT_EQ(
        format.refusal(" #1 0 a 1\n"),
        "a.qrels:1:2: a query id starts with '#', a byte order mark or the mark of compressed "
        "data; begin a comment at the start of its line; give queries plain ids");
}

TEST(Qrels, RefusesADocumentJudgedTwiceAndNamesBothLines) {
    EXPECT_EQ(format.refusal("# c\n3 0 D1 1\n4 0 D1 1\n\n4 0 D2 0\n3 0 D2 0\n3 0 D1 1\n"),
              "a.qrels:7: document D1 is judged twice for query 3 (first on line 2); keep one of "
              "them");
}

TEST(Qrels, RefusesAFileWithoutJudgments) {
    for (const char* const text : {"", "\n \n", "# 1 0 a 1\n#"}) {
        EXPECT_EQ(format.refusal(text),
                  "a.qrels: it has no judged documents; give a file with lines 'query "
                  "iteration document grade'");
    }
}

TEST(Qrels, WritesNothingThatItCouldNotReadBack) {
    const testing::TemporaryFolder folder;
    const auto write_refusal = [&](std::string_view query, std::string_view document, float grade) {
        Judgments judgments{
            .query_ids = {}, .query_begins = {0, 1}, .document_ids = {}, .grades = {grade}};
        judgments.query_ids.push_back(query);
        judgments.document_ids.push_back(document);
        try {
            write_qrels(judgments, folder.file("b.qrels"));
        } catch (const Error& error) {
            return std::string(error.what()).substr(folder.path().size() + 1);
        }
        return std::string("written without complaint");
    };
    EXPECT_EQ(write_refusal("1", "a b", 1.0F),
              "b.qrels: the document 'a b' cannot stand in a TREC file; use names that are not "
              "empty and hold no blanks");
    EXPECT_EQ(write_refusal("", "a", 1.0F),
              "b.qrels: the query '' cannot stand in a TREC file; use names that are not empty "
              "and hold no blanks");
    EXPECT_EQ(
        write_refusal("#1", "a", 1.0F),
        "b.qrels: the query '#1' cannot stand in a TREC file; use ids that start with a letter "
        "or digit");
    EXPECT_EQ(write_refusal("1", "a", std::numeric_limits<float>::quiet_NaN()),
              "b.qrels: the grade of document a of query 1 is not a finite number; leave the "
              "document out");
}

}  // namespace
}  // namespace gradus
