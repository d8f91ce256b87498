#include "gradus/data/formats/letor.hpp"

#include <cmath>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/base/random.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus {
namespace {

Dataset read(const std::string& text,
             ReadOptions options = {},
             std::size_t batch = TextSource::usual_batch) {
    return read_letor(TextSource::of_memory("data.txt", text, batch), "", options);
}

std::string failure(const std::string& text, const ReadOptions& options = {}) {
    try {
        read(text, options);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

/// The slow, obvious reader of well-formed text: stream operators and maps.
Dataset oracle(const std::string& text, Gaps gaps) {
    struct Document {
        std::string query;
        float grade;
        std::map<int, float> features;
        std::string comment;
    };
    std::vector<Document> documents;
    int features = 0;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        Document document;
        if (const auto hash = line.find('#'); hash != std::string::npos) {
            document.comment = line.substr(hash + 1);
            while (!document.comment.empty() && std::isspace(document.comment.back()) != 0)
                document.comment.pop_back();
            line.resize(hash);
        }
        std::istringstream words(line);
        std::string word;
        if (!(words >> word)) continue;
        document.grade = std::strtof(word.c_str(), nullptr);
        words >> word;
        document.query = word.substr(4);
        while (words >> word) {
            const auto colon = word.find(':');
            const int feature = std::atoi(word.substr(0, colon).c_str());
            const std::string value = word.substr(colon + 1);
            document.features[feature] = value == "NULL" || value.empty()
                                             ? std::nanf("")
                                             : std::strtof(value.c_str(), nullptr);
            features = std::max(features, feature);
        }
        documents.push_back(document);
    }
    Dataset data;
    data.features = FeatureMatrix(documents.size(), static_cast<std::size_t>(features));
    data.labels.push_back({"grade", {}});
    bool comments = false;
    for (const Document& document : documents) comments = comments || !document.comment.empty();
    for (std::size_t i = 0; i < documents.size(); ++i) {
        const Document& document = documents[i];
        for (int j = 1; j <= features; ++j) {
            const auto found = document.features.find(j);
            const float gap = gaps == Gaps::zero ? 0.0F : std::nanf("");
            data.features.mutable_row(i)[static_cast<std::size_t>(j - 1)] =
                found == document.features.end() ? gap : found->second;
        }
        data.labels[0].values.push_back(document.grade);
        if (i == 0 || document.query != documents[i - 1].query) {
            data.query_ids.push_back(document.query);
            data.query_begins.push_back(i);
        }
        if (!comments) continue;
        data.comments.push_back(document.comment);
        std::istringstream words(document.comment);
        std::string id;
        words >> id;
        if (id == "docid") words >> id >> id;
        data.document_ids.push_back(id);
    }
    data.query_begins.push_back(documents.size());
    return data;
}

std::string random_number(Random& random) {
    const double x = random.normal() * std::exp(5 * random.normal());
    switch (random.below(6)) {
        case 0:
            return std::to_string(random.below(1000));
        case 1:
            return fmt::format("{:.6f}", x);
        case 2:
            return fmt::format("{:e}", x);
        case 3:
            return "0";
        case 4:
            return "NULL";
        default:
            return fmt::format("{}", static_cast<float>(x));
    }
}

std::string random_text(Random& random) {
    const bool comments = random.chance(0.5);
    const std::string line_end = random.chance(0.3) ? "\r\n" : "\n";
    const std::size_t features = 1 + random.below(40);
    std::string text;
    const std::size_t queries = 1 + random.below(8);
    for (std::size_t query = 0; query < queries; ++query) {
        const std::size_t documents = 1 + random.below(12);
        for (std::size_t i = 0; i < documents; ++i) {
            if (random.chance(0.05)) text += "  # a comment of its own" + line_end;
            if (random.chance(0.05)) text += " \t" + line_end;
            text += fmt::format(
                "{} qid:q{}", random.chance(0.2) ? "0.5" : std::to_string(random.below(5)), query);
            for (std::size_t j = 1; j <= features; ++j) {
                if (random.chance(0.2)) continue;
                text += random.chance(0.1) ? "\t " : " ";
                text += fmt::format("{}:{}", j, random_number(random));
            }
            if (random.chance(0.1)) text += " ";
            if (comments && random.chance(0.9))
                text += fmt::format(" #docid = D{} inc = {}", random.below(100), i);
            text += line_end;
        }
    }
    if (random.chance(0.3)) text.pop_back();
    return text;
}

TEST(LetorReader, EqualsTheSlowReaderOnRandomText) {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        Random random(seed, "letor");
        const std::string text = random_text(random);
        for (const Gaps gaps : {Gaps::zero, Gaps::missing}) {
            const Dataset expected = oracle(text, gaps);
            for (const unsigned threads : {1U, 3U}) {
                for (const std::size_t batch :
                     {std::size_t{30}, std::size_t{1000}, TextSource::usual_batch}) {
                    const Dataset data = read(text, {.gaps = gaps, .threads = threads}, batch);
                    ASSERT_TRUE(same_content(data, expected)) << "seed " << seed << "\n" << text;
                }
            }
        }
    }
}

TEST(LetorReader, ManySlicesGiveTheSameDataForAnyNumberOfThreads) {
    std::string text;
    Random random(1, "big");
    for (int i = 0; i < 40'000; ++i) {
        text += fmt::format("{} qid:{}", random.below(3), i / 10);
        for (std::size_t j = 1; j < 3 + random.below(10); ++j)
            text += fmt::format(" {}:{}", j, random.uniform());
        text += '\n';
    }
    const Dataset one = read(text, {.threads = 1});
    EXPECT_EQ(one.documents(), 40'000U);
    EXPECT_EQ(one.queries(), 4000U);
    EXPECT_TRUE(same_content(one, read(text, {.threads = 2})));
    EXPECT_TRUE(same_content(one, read(text, {.threads = 7}, 100'000)));
}

TEST(LetorReader, WhatIsWrittenReadsBackAndIsWrittenTheSame) {
    const testing::TemporaryFolder folder;
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        Random random(seed, "round trip");
        const Dataset data = read(random_text(random));
        for (const bool sparse : {false, true}) {
            write_letor(data, folder.file("a.txt"), {.sparse = sparse});
            const Dataset copy = read(folder.content("a.txt"));
            EXPECT_TRUE(same_content(copy, data)) << "seed " << seed;
            write_letor(copy, folder.file("b.txt"), {.sparse = sparse});
            EXPECT_EQ(folder.content("a.txt"), folder.content("b.txt"));
        }
    }
}

TEST(LetorReader, ReadsTheFixture) {
    const Dataset data = read_dataset(GRADUS_MODULE_DIR "/formats/fixtures/letor.txt");
    EXPECT_EQ(data.documents(), 3U);
    EXPECT_EQ(data.features.columns(), 3U);
    EXPECT_EQ(data.query_ids[1], "11");
    EXPECT_EQ(data.document_ids[1], "GX000-00-0000001");
    EXPECT_EQ(data.comments[0], "docid = GX000-00-0000000 inc = 1 prob = 0.5");
    EXPECT_EQ(data.document_name(1, 2), "0");
    EXPECT_TRUE(std::isnan(data.features.row(1)[1]));
    EXPECT_EQ(data.features.row(1)[2], -1e-3F);
    EXPECT_EQ(data.features.row(2)[0], 0.0F);
}

TEST(LetorReader, TakesAnEmptyCommentForNone) {
    const Dataset data = read("1 qid:1 1:2 #\n");
    EXPECT_TRUE(data.comments.empty());
}

TEST(LetorReader, TakesTheQueryFromTheCommentWhenAsked) {
    const Dataset data =
        read("1 1:0.5 # 17\n0 2:1 # 17\n2 1:1 # 18\n", {.queries = QuerySource::comment});
    EXPECT_EQ(data.queries(), 2U);
    EXPECT_EQ(data.query_ids[1], "18");
    EXPECT_EQ(failure("1 1:0.5\n", {.queries = QuerySource::comment}),
              "data.txt:1: the line has no comment to name its query; write '# ID'");
}

TEST(LetorReader, AColonInAQueryIdIsNoFeature) {
    EXPECT_EQ(read("1 qid:a3:5\n").features.columns(), 0U);
    EXPECT_EQ(read("1 qid:a30:5 2:1\n").features.columns(), 2U);
}

TEST(LetorReader, CountsLinesAsAnEditorDoes) {
    EXPECT_EQ(failure("# head\n\n1 qid:1 1:0.5\r\n\r\n1 qid:1 1:x\n"),
              "data.txt:5:11: value of feature 1 'x' is not a number; write a decimal number");
}

struct BadLine {
    const char* text;
    const char* message;
};

TEST(LetorReader, SaysWhatIsWrongWithALineAndWhere) {
    const BadLine cases[] = {
        {"1 qid:1 1:0.5x",
         "1:11: value of feature 1 '0.5x' is not a number; write a decimal number"},
        {"x qid:1 1:1", "1:1: grade 'x' is not a number; write a decimal number"},
        {"1x qid:1 1:1", "1:1: grade '1x' is not a number; write a decimal number"},
        {"-1 qid:1 1:1", "1:1: grade -1 is negative; grades start at 0; map the others first"},
        {"nan qid:1 1:1", "1:1: grade 'nan' is not a finite number; write a number from 0"},
        {"1 qid:1 1:1e999",
         "1:11: value of feature 1 '1e999' does not fit a 32-bit float; scale it down"},
        {"1 qid:1 1:NaN",
         "1:11: value of feature 1 'NaN' is not a finite number; write NULL for a missing value, "
         "or say "
         "'missing_words=NaN'"},
        {"1 qid:1 1:-inf",
         "1:11: value of feature 1 '-inf' is not a finite number; write NULL for a missing value"},
        {"1 qid:1 1:0.5.5",
         "1:11: value of feature 1 '0.5.5' is not a number; write a decimal number"},
        {"1 qid: 1:1", "1:3: qid: has no query id; write qid:ID"},
        {"1 1:1 qid:1", "1:7: qid: comes after a feature; put it directly after the grade, once"},
        {"1 qid:1 2:1 1:1",
         "1:13: feature 1 comes after feature 2; put the features of a line in rising order, or "
         "say "
         "'feature_order=any'"},
        {"1 qid:1 2:1 2:1", "1:13: feature 2 is repeated; give each feature of a line once"},
        {"1 qid:1 0:1", "1:9: feature 0; number the features from 1"},
        {"1 qid:1 -3:1", "1:9: '-3:1': a feature number is negative; number the features from 1"},
        {"1 qid:1 16777217:1",
         "1:9: '16777217:1': a feature number is larger than 16777216; number the features from 1 "
         "without large gaps"},
        {"1 qid:1 99999999999999999999:1",
         "1:9: '99999999999999999999:1': a feature number is larger than 16777216; number the "
         "features from 1 "
         "without large gaps"},
        {"1 qid:1 7",
         "1:9: '7' is not feature:value; write the number of the feature, ':' and its value"},
        {"1 qid:1 a:1",
         "1:9: 'a:1' is not feature:value; write the number of the feature, ':' and its value"},
        {"1 qid:1 :1",
         "1:9: ':1' is not feature:value; write the number of the feature, ':' and its value"},
        {"1 1:1",
         "1: the line has no qid; write 'grade qid:ID feature:value ...', give the query sizes in "
         "a .query file, or say "
         "'queries=comment'"},
    };
    for (const BadLine& bad : cases) {
        EXPECT_EQ(failure(bad.text), std::string("data.txt:") + bad.message) << bad.text;
    }
}

TEST(LetorReader, RefusesNulBytesWhereverTheyStand) {
    const std::string message = "the line holds a NUL byte; give a text file";
    EXPECT_EQ(failure(std::string("1 qid:1 1:0\0005\n", 13)), "data.txt:1:12: " + message);
    EXPECT_EQ(failure(std::string("1 qid:1 1:0 #a\0b\n", 17)), "data.txt:1:15: " + message);
    EXPECT_EQ(failure(std::string("1 qid:\0001 1:0\n", 13)), "data.txt:1:7: " + message);
    EXPECT_EQ(failure(std::string("\0\0\0\0", 4)), "data.txt:1:1: " + message);
}

TEST(LetorReader, RefusesAQueryInTwoPlaces) {
    const std::string text = "1 qid:1 1:1\n0 qid:1 1:0\n1 qid:2 1:1\n\n1 qid:1 1:1\n";
    EXPECT_EQ(failure(text),
              "data.txt:5: query 1 comes back after other queries (it began on line 1); keep the "
              "documents of a query together");
}

TEST(LetorReader, RefusesAFileWithoutDocuments) {
    const std::string message =
        "data.txt: it has no documents; give a file with lines like '2 qid:1 1:0.5'";
    EXPECT_EQ(failure(""), message);
    EXPECT_EQ(failure("# only\n\n  # comments\n"), message);
}

TEST(LetorReader, ReportsTheFirstErrorForAnyNumberOfThreads) {
    std::string text;
    for (int i = 0; i < 30'000; ++i)
        text += fmt::format("1 qid:1 1:{}\n", i > 20'000 ? "x" : "0.123456789");
    for (const unsigned threads : {1U, 2U, 7U}) {
        EXPECT_EQ(
            failure(text, {.threads = threads}),
            "data.txt:20002:11: value of feature 1 'x' is not a number; write a decimal number");
    }
}

TEST(LetorReader, KeepsMessagesShortForALongLine) {
    EXPECT_LT(failure("1 qid:1 1:" + std::string(10'000'000, 'x')).size(), 200U);
    EXPECT_LT(failure(std::string(10'000'000, '7') + " qid:1").size(), 200U);
}

TEST(LetorReader, RefusesDataThatDoesNotFitIntoMemory) {
    EXPECT_EQ(failure("1 qid:1 16000000:1\n1 qid:1 1:1\n", {.most_bytes = 1'000'000}),
              "data.txt: 2 documents of 16,000,000 features need 128 MB of memory, more than the "
              "1.00 MB allowed; "
              "split the file or leave out features");
}

TEST(LetorReader, TellsItsProgress) {
    struct Listener final : Progress {
        void update(const ProgressState& state) override { last = state.done; }
        void finish(const ProgressState& state, std::string_view result) override {
            said = fmt::format("{}: {}", state.task, result);
        }
        void note(std::string_view /*text*/) override {}
        std::uint64_t last = 0;
        std::string said;
    } listener;
    const std::string text = "1 qid:1 1:1\n0 qid:2 3:1\n";
    read(text, {.progress = listener});
    EXPECT_EQ(listener.last, text.size());
    EXPECT_EQ(listener.said, "reading data.txt: 2 documents, 3 features, 2 queries");
}

/// Lines in any order are the same lines put in order.
TEST(Letor, ReadsFeaturesInAnyOrder) {
    ReadOptions any;
    any.feature_order = FeatureOrder::any;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Random random(seed, "any order");
        any.gaps = random.chance(0.5) ? Gaps::missing : Gaps::zero;
        ReadOptions rising = any;
        rising.feature_order = FeatureOrder::rising;
        std::string ordered;
        std::string shuffled;
        for (int line = 0; line < 6; ++line) {
            std::vector<std::string> features;
            for (int j = 1; j < 9; ++j) {
                if (random.chance(0.5))
                    features.push_back(
                        " " + std::to_string(j) + ":" +
                        (random.chance(0.2) ? "NULL" : std::to_string(random.below(9))));
            }
            const auto add = [&](std::string& text) {
                text += "1 qid:1";
                for (const std::string& feature : features) text += feature;
                text += " # c\n";
            };
            add(ordered);
            random.shuffle(std::span(features));
            add(shuffled);
        }
        EXPECT_TRUE(same_content(read_letor(TextSource::of_memory("a", shuffled), "", any),
                                 read_letor(TextSource::of_memory("a", ordered), "", rising)))
            << "seed " << seed;
    }
}

TEST(Letor, RefusesOnlyWideTablesOfAbsentColumns) {
    std::string text;
    for (int i = 0; i < 100; ++i) text += "1 qid:1 1:1 700000:1\n";
    EXPECT_THROW(read_letor(TextSource::of_memory("a", text), "", {}), Error);
    text.clear();  // wide, but small
    for (int i = 0; i < 10; ++i) text += "1 qid:1 1:1 700000:1\n";
    EXPECT_EQ(read_letor(TextSource::of_memory("a", text), "", {}).features.columns(), 700000U);
    text.clear();  // large, but a tenth of the columns occurs
    for (int i = 0; i < 100; ++i) {
        text += "1 qid:1";
        for (int j = 0; j < 1000; ++j) text += " " + std::to_string(1 + i + 700 * j) + ":1";
        text += "\n";
    }
    EXPECT_EQ(read_letor(TextSource::of_memory("a", text), "", {}).documents(), 100U);
}

}  // namespace
}  // namespace gradus
