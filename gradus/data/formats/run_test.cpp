#include "gradus/data/formats/run.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>
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

constexpr testing::TextFormat<gradus::Run> format{"a.run", read_run, write_run};

TEST(RunFile, GroupsTheFixtureByQuery) {
    const gradus::Run run = read_run(TextSource(GRADUS_MODULE_DIR "/formats/fixtures/usual.run"));
    EXPECT_EQ(run.tag, "STANDARD");
    ASSERT_EQ(run.queries(), 2U);
    EXPECT_THAT(run.query_begins, ElementsAre(0, 3, 4));
    EXPECT_THAT(run.scores, ElementsAre(2.138276, 2.5, 0.0, -7.25));
    EXPECT_TRUE(std::signbit(run.scores[2]));
    EXPECT_EQ(run.document_ids[1], "CR93E#3103");
    EXPECT_EQ(run.document_ids[2], "FT941-17652");
    EXPECT_EQ(run.query_ids[1], "302");
}

TEST(RunFile, AgreesWithASlowReaderOnRandomFiles) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed, "run");
        const std::string text = testing::random_lines(
            random, "17", random.chance(0.5) ? "tag" : "tag and words behind");
        const std::size_t batch = random.chance(0.5) ? 32 : TextSource::usual_batch;
        const gradus::Run run = format.parse(text, batch);
        ASSERT_EQ(testing::by_query(run, run.scores), testing::read_slowly(text, 4))
            << "seed " << seed;
        ASSERT_EQ(run.tag, "tag");
    }
}

/// A file of many slices: 30,000 documents of 40 queries that come back, comments and blank lines.
std::string long_run() {
    Random random(5, "long run");
    std::string text;
    std::size_t query = 0;
    for (std::size_t i = 0; i < 30'000; ++i) {
        if (random.chance(0.01)) query = random.below(40);
        if (random.chance(0.02)) text += random.chance(0.5) ? "# comment\n" : "\r\n";
        text += fmt::format(
            "q{} Q0 document-{} 1 {} tag\n", query, i, static_cast<double>(random.below(999)) / 8);
    }
    return text;
}

TEST(RunFile, IsReadTheSameByAnyNumberOfThreads) {
    const std::string text = long_run();
    const gradus::Run run = format.parse(text);
    EXPECT_EQ(testing::by_query(run, run.scores), testing::read_slowly(text, 4));
    for (const std::size_t batch : {std::size_t{300'000}, TextSource::usual_batch}) {
        for (const unsigned threads : {2U, 5U}) {
            EXPECT_EQ(
                read_run(TextSource::of_memory("a.run", text, batch), silent_progress(), threads),
                run)
                << threads;
        }
    }
}

TEST(RunFile, NamesTheFirstBrokenLineForAnyNumberOfThreads) {
    const std::string text = long_run();
    const auto line_of = [&](std::size_t place) {
        const auto end = text.begin() + static_cast<std::ptrdiff_t>(place);
        return std::to_string(std::count(text.begin(), end, '\n') + 1);
    };
    Random random(6, "broken lines");
    for (int trial = 0; trial < 20; ++trial) {
        // Two broken lines, mostly in different slices.
        const std::size_t first = text.find('\n', random.below(text.size() / 2)) + 1;
        const std::size_t second = text.find('\n', text.size() / 2 + random.below(400'000)) + 1;
        const bool has_repeat = random.chance(0.5);
        std::string broken = text;
        broken.insert(second, "q1 Q0 a 1 worse tag\n");
        broken.insert(first, has_repeat ? "q1 Q0 a 1 0.5 tag\nq1 Q0 a 1 0.5 tag\n" : "q1 Q0\n");
        // What stands in a line comes before what needs the whole file.
        const std::string expected =
            has_repeat ? "a.run:" + std::to_string(std::stoul(line_of(second)) + 2) +
                             ":11: score 'worse' is not a number; write a decimal number"
                       : "a.run:" + line_of(first) +
                             ": the line has 2 fields, not 6; write 'query Q0 document rank score "
                             "tag'";
        for (const unsigned threads : {1U, 2U, 5U}) {
            try {
                read_run(TextSource::of_memory("a.run", broken), silent_progress(), threads);
                FAIL() << "read without complaint";
            } catch (const Error& error) {
                EXPECT_EQ(std::string(error.what()), expected) << threads;
            }
        }
    }
}

TEST(RunFile, NamesTheRepeatOfTheFirstQueryForAnyNumberOfThreads) {
    std::string text;
    for (std::size_t query = 0; query < 100; ++query) {
        text += fmt::format("q{} Q0 a 1 1 t\nq{} Q0 b 1 1 t\n", query, query);
        if (query == 37 || query == 81) text += fmt::format("q{} Q0 a 1 1 t\n", query);
    }
    for (const unsigned threads : {1U, 2U, 5U}) {
        try {
            read_run(TextSource::of_memory("a.run", text), silent_progress(), threads);
            FAIL() << "read without complaint";
        } catch (const Error& error) {
            EXPECT_EQ(std::string(error.what()),
                      "a.run:77: document a is returned twice for query q37 (first on line 75); "
                      "keep one of them");
        }
    }
}

TEST(RunFile, SurvivesWritingAndReading) {
    const testing::TemporaryFolder folder;
    for (const char* const name : {"a.run", "a.run.gz", "a.run.zst"}) {
        Random random(3, name);
        const gradus::Run first = format.parse(testing::random_lines(random, "1", "tag"));
        EXPECT_EQ(format.copy(first, folder.file(name)), first) << name;
    }
}

TEST(RunFile, IsWrittenInTheOrderReadWithRanksByScore) {
    const testing::TemporaryFolder folder;
    write_run(format.parse("1 Q0 b 1 0.5 t\n1 Q0 a 1 0.5 t\n1 Q0 c 1 1e2 t\n1 Q0 d 1 -1 t\n"),
              folder.file("b.run"));
    EXPECT_EQ(folder.content("b.run"),
              "1 Q0 b 2 0.5 t\n1 Q0 a 3 0.5 t\n1 Q0 c 1 100 t\n1 Q0 d 4 -1 t\n");
}

TEST(RunFile, KeepsScoresThatDifferOnlyAsDoubles) {
    const gradus::Run run = format.parse("1 Q0 a 1 0.30000000000000004 t\n1 Q0 b 2 0.3 t\n");
    EXPECT_THAT(documents_by_score(run, 0), ElementsAre(0, 1));
    EXPECT_GT(run.scores[0], run.scores[1]);
}

TEST(RunFile, RefusesBrokenLinesWithTheirPlace) {
    EXPECT_EQ(format.refusal("1 Q0 a 1 0.5 t\n1 Q0 b 2 0.5\n"),
              "a.run:2: the line has 5 fields, not 6; write 'query Q0 document rank score tag'");
    EXPECT_EQ(format.refusal("1 Q0 a 1 0,5 t\n"),
              "a.run:1:10: score '0,5' is not a number; write a decimal number");
    EXPECT_EQ(format.refusal("1 Q0 a 1 -inf t\n"),
              "a.run:1:10: score '-inf' is not a finite number; leave the line out or write a "
              "decimal number");
    EXPECT_EQ(format.refusal("1 Q0 a 1 1e400 t\n"),
              "a.run:1:10: score '1e400' does not fit a 64-bit float; scale it down");
    EXPECT_EQ(format.refusal("1 Q0 a 1 1 t behind\vit\n"),
              "a.run:1:20: the line holds the control byte \\x0b; give a text file with lines that "
              "end in LF or CRLF");
}

TEST(RunFile, RefusesADocumentReturnedTwiceAndNamesBothLines) {
    EXPECT_EQ(format.refusal("1 Q0 D1 1 9 t\n3 Q0 D1 1 9 t\n3 Q0 D2 2 8 t\n3 Q0 D3 3 7 t\n"
                             "# c\n\n3 Q0 D1 4 6 t\n"),
              "a.run:7: document D1 is returned twice for query 3 (first on line 2); keep one of "
              "them");
}

TEST(RunFile, FindsEveryRepeatedDocumentOfALargeQuery) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Random random(seed, "repeat");
        const std::size_t documents = 2 + random.below(2000);
        const std::size_t again = random.below(documents);
        std::string text;
        for (std::size_t i = 0; i < documents; ++i)
            text += "1 Q0 D" + std::to_string(i) + " 1 1 t\n";
        ASSERT_EQ(format.parse(text).documents(), documents);
        text += "1 Q0 D" + std::to_string(again) + " 1 1 t\n";
        EXPECT_EQ(format.refusal(text),
                  "a.run:" + std::to_string(documents + 1) + ": document D" +
                      std::to_string(again) + " is returned twice for query 1 (first on line " +
                      std::to_string(again + 1) + "); keep one of them");
    }
}

TEST(RunFile, RefusesAFileWithoutDocuments) {
    EXPECT_EQ(format.refusal("# nothing\n"),
              "a.run: it has no returned documents; give a file with lines 'query Q0 "
              "document rank score tag'");
}

TEST(RunFile, IsNotWrittenWithoutATag) {
    const testing::TemporaryFolder folder;
    gradus::Run run = format.parse("1 Q0 a 1 0.5 t\n");
    run.tag.clear();
    EXPECT_THROW(write_run(run, folder.file("b.run")), Error);
    EXPECT_FALSE(std::filesystem::exists(folder.file("b.run")));
}

}  // namespace
}  // namespace gradus
