#include "gradus/data/formats/pairs.hpp"

#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/base/random.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/data/format.hpp"
#include "gradus/testing/number_text.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus {
namespace {

using Reader = Pairs (*)(TextSource);

bool same(const Pairs& a, const Pairs& b) {
    return a.query_ids == b.query_ids && a.winners == b.winners && a.losers == b.losers &&
           a.weights == b.weights;
}

std::string failure(Reader read, std::string_view text) {
    try {
        read(TextSource::of_memory("p", text));
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

std::vector<std::string> shown(const Pairs& pairs) {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < pairs.weights.size(); ++i) {
        all.push_back(fmt::format("{}: {} > {} ({})",
                                  pairs.query_ids[i],
                                  pairs.winners[i],
                                  pairs.losers[i],
                                  pairs.weights[i]));
    }
    return all;
}

Pairs read_fixture(std::string_view name, std::string_view format) {
    const std::string path = fmt::format("{}/formats/fixtures/{}", GRADUS_MODULE_DIR, name);
    return std::get<Pairs>(format_named(format).read(path, {}));
}

TEST(Pairs, ReadTheFixtures) {
    using All = std::vector<std::string>;
    EXPECT_EQ(shown(read_fixture("sample.pairs", "pairs")),
              (All{"q1: d2 > d1 (1)", "q1: d3 > d1 (0.5)"}));
    EXPECT_EQ(shown(read_fixture("sample.pairs-rows", "pairs-rows")),
              (All{": 14 > 9 (1)", ": 13 > 9 (0.5)"}));
    EXPECT_EQ(shown(read_fixture("sample.pref", "preferences")),
              (All{"54_8: CAR_b > CAR_a (1)", "67_8: MARCO_1 > MARCO_2 (1)"}));
}

TEST(Pairs, TakeBlankLinesCarriageReturnsAndIdsWithBlanks) {
    EXPECT_EQ(shown(read_pairs(TextSource::of_memory("p", "\n \t \r\nq 1\ta b\tc\t2e1\r\n"))),
              std::vector<std::string>{"q 1: a b > c (20)"});
    EXPECT_EQ(shown(read_pairs_rows(TextSource::of_memory("p", "007\t0\n"))),
              std::vector<std::string>{": 7 > 0 (1)"});
    EXPECT_EQ(shown(read_preferences(TextSource::of_memory("p", " q  a\tb a \r\n"))),
              std::vector<std::string>{"q: a > b (1)"});
}

TEST(Pairs, RefuseLinesThatAreNoPair) {
    EXPECT_EQ(
        failure(read_pairs, "\nq\ta\n"),
        "p:2: the line has 2 tab-separated fields, not 3 or 4; write 'query winner loser "
        "[weight]'; pairs of rows are read with the data they belong to, by the learner lambdamart "
        "with 'objective=pairs', 'pairs=FILE' and 'pairs_form=rows'");
    EXPECT_EQ(failure(read_pairs, "q a b\n"),
              "p:1: the line has 1 tab-separated field, not 3 or 4; write 'query winner loser "
              "[weight]'");
    EXPECT_EQ(failure(read_pairs, "q\t\tb\n"),
              "p:1:3: the winner is empty; write 'query winner loser [weight]'");
    EXPECT_EQ(failure(read_pairs, "q\ta\ta\n"),
              "p:1: document a is preferred to itself; name two documents");
    for (const std::string_view weight : {"0", "-1", "x", "nan", "1e60", "", "1 "}) {
        EXPECT_EQ(failure(read_pairs, fmt::format("q\ta\tb\t{}\n", weight)),
                  fmt::format("p:1:7: weight '{}' is not a number above 0; write a decimal number, "
                              "or leave it out",
                              weight));
    }
    EXPECT_EQ(failure(read_pairs, "\n"), "p: it has no pairs; give a pair a line");
    EXPECT_EQ(failure(read_pairs, std::string_view("q\ta\tb\0\n", 7)),
              "p:1:6: the line holds a control byte (\\x00); give a text file");
}

TEST(Pairs, RefuseRowsThatAreNoRow) {
    for (const std::string_view row : {"-1", "x", "1.5", ""}) {
        EXPECT_EQ(
            failure(read_pairs_rows, fmt::format("3\t{}\n", row)),
            fmt::format("p:1:3: '{}' is not a row; number the rows of the data file from 0", row));
    }
    EXPECT_EQ(failure(read_pairs_rows, "3\n"),
              "p:1: the line has 1 tab-separated field, not 2 or 3; write 'winner loser [weight]'");
    EXPECT_EQ(failure(read_pairs_rows, "3\t03\n"),
              "p:1: document 3 is preferred to itself; name two documents");
    EXPECT_EQ(failure(read_pairs_rows, "3\t4\t0\n"),
              "p:1:5: weight '0' is not a number above 0; write a decimal number, or leave it out");
}

TEST(Pairs, RefusePreferencesThatPreferNeither) {
    EXPECT_EQ(failure(read_preferences, "q a b c\n"),
              "p:1:7: the preferred document c is not one of the two; write the id of the better "
              "document");
    EXPECT_EQ(failure(read_preferences, "q a b\n"),
              "p:1: the line has 3 fields, not 4; write 'query documentA documentB preferred'");
    EXPECT_EQ(failure(read_preferences, "q a a a\n"),
              "p:1: document a is preferred to itself; name two documents");
}

TEST(Pairs, AgreeWithAnObviousReaderAndComeBackAsWritten) {
    const testing::TemporaryFolder folder;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Random random(seed, "pairs");
        std::string text;
        for (std::size_t i = 1 + random.below(20); i > 0; --i) {
            const std::uint64_t winner = random.below(9);
            text += fmt::format("q{}\td{}\td{}", random.below(4), winner, winner + 1);
            if (random.chance(0.5))
                text += '\t' + shortest(static_cast<float>(random.exponential() + 1e-3));
            text += random.chance(0.2) ? "\r\n" : "\n";
        }
        Pairs expected;
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            std::istringstream words(line);
            std::string query;
            std::string winner;
            std::string loser;
            std::string weight;
            words >> query >> winner >> loser;
            expected.query_ids.push_back(query);
            expected.winners.push_back(winner);
            expected.losers.push_back(loser);
            expected.weights.push_back(words >> weight ? std::stof(weight) : 1.0F);
        }
        const Pairs read = read_pairs(TextSource::of_memory("p", text, 16));
        EXPECT_TRUE(same(read, expected)) << "seed " << seed;
        write_pairs(read, folder.file("copy.pairs"));
        EXPECT_TRUE(same(read, read_pairs(TextSource(folder.file("copy.pairs")))))
            << "seed " << seed;
    }
}

/// Lines that end in LF or CRLF, blank ones among them; the last may lack its end.
std::string with_line_ends(Random& random, const std::vector<std::string>& lines) {
    constexpr std::string_view blank_lines[] = {"\n", "\r\n", " \t \n"};
    std::string text;
    for (const std::string& line : lines) {
        if (random.chance(0.1)) text += blank_lines[random.below(std::size(blank_lines))];
        text += line + (random.chance(0.3) ? "\r\n" : "\n");
    }
    if (random.chance(0.3)) text.erase(text.find_last_not_of("\r\n") + 1);
    return text;
}

/// The lines that hold something, without their ends.
std::vector<std::string> lines_slowly(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        if (line.ends_with('\r')) line.pop_back();
        if (line.find_first_not_of(" \t") != std::string::npos) lines.push_back(line);
    }
    return lines;
}

void add_slowly(Pairs& pairs,
                const std::string& query,
                const std::string& winner,
                const std::string& loser,
                float weight) {
    pairs.query_ids.push_back(query);
    pairs.winners.push_back(winner);
    pairs.losers.push_back(loser);
    pairs.weights.push_back(weight);
}

void expect_read(Reader read, const std::string& text, const Pairs& expected, std::uint64_t seed) {
    for (const std::size_t batch : {std::size_t{16}, TextSource::usual_batch}) {
        const Pairs pairs = read(TextSource::of_memory(fmt::format("seed {}", seed), text, batch));
        EXPECT_TRUE(same(pairs, expected)) << "seed " << seed << ", batches of " << batch << "\n"
                                           << text;
    }
}

std::string random_weight(Random& random) {
    std::string weight = testing::random_number(random);
    while (!(std::strtof(weight.c_str(), nullptr) > 0.0F)) weight = testing::random_number(random);
    return weight;
}

TEST(Pairs, OfRowsAgreeWithAnObviousReader) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed, "pairs of rows");
        std::vector<std::string> lines;
        for (std::size_t i = 1 + random.below(20); i > 0; --i) {
            const std::uint64_t winner = random.bits64() >> (2 + random.below(62));
            const std::uint64_t loser = winner + 1 + random.below(20);
            lines.push_back(fmt::format("{}{}\t{}{}",
                                        random.chance(0.2) ? "00" : "",
                                        winner,
                                        random.chance(0.2) ? "0" : "",
                                        loser));
            if (random.chance(0.5)) lines.back() += '\t' + random_weight(random);
        }
        const std::string text = with_line_ends(random, lines);
        Pairs expected;
        for (const std::string& line : lines_slowly(text)) {
            std::vector<std::string> fields;
            std::istringstream stream(line);
            for (std::string field; std::getline(stream, field, '\t');) fields.push_back(field);
            const auto row = [&](std::size_t i) {
                return std::to_string(std::strtoull(fields[i].c_str(), nullptr, 10));
            };
            // strtof, as rounding the result of strtod would round twice.
            const float weight = fields.size() > 2 ? std::strtof(fields[2].c_str(), nullptr) : 1.0F;
            add_slowly(expected, "", row(0), row(1), weight);
        }
        expect_read(read_pairs_rows, text, expected, seed);
    }
}

TEST(Pairs, OfPreferencesAgreeWithAnObviousReader) {
    constexpr std::string_view pieces[] = {"a", "7", "\"", ",", ":", "#", "é", "_"};
    constexpr std::string_view blanks[] = {" ", "\t", "  ", " \t "};
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed, "preferences");
        const auto id = [&] {
            std::string made;
            for (std::size_t k = 1 + random.below(4); k > 0; --k)
                made += pieces[random.below(std::size(pieces))];
            return made;
        };
        const auto blank = [&] { return blanks[random.below(std::size(blanks))]; };
        std::vector<std::string> lines;
        for (std::size_t i = 1 + random.below(20); i > 0; --i) {
            const std::string a = id();
            const std::string b = random.chance(0.3) ? a + id() : id() + "b";  // no piece ends in b
            lines.push_back(fmt::format("{}{}{}{}{}{}{}{}{}",
                                        random.chance(0.1) ? blank() : "",
                                        id(),
                                        blank(),
                                        a,
                                        blank(),
                                        b,
                                        blank(),
                                        random.chance(0.5) ? a : b,
                                        random.chance(0.1) ? blank() : ""));
        }
        const std::string text = with_line_ends(random, lines);
        Pairs expected;
        for (const std::string& line : lines_slowly(text)) {
            std::istringstream words(line);
            std::string query;
            std::string a;
            std::string b;
            std::string preferred;
            words >> query >> a >> b >> preferred;
            add_slowly(expected, query, preferred, preferred == a ? b : a, 1.0F);
        }
        expect_read(read_preferences, text, expected, seed);
    }
}

TEST(Pairs, AreNotWrittenWithoutAQueryOrWithIdsThatBreakTheLine) {
    const testing::TemporaryFolder folder;
    const auto message = [&](const Pairs& pairs) -> std::string {
        try {
            write_pairs(pairs, folder.file("x.pairs"));
        } catch (const Error& error) {
            return std::string(error.what()).substr(folder.path().size() + 1);
        }
        return "no error";
    };
    EXPECT_EQ(message(read_fixture("sample.pairs-rows", "pairs-rows")),
              "x.pairs: a pair has no query; pairs of rows are read with the data they belong to, "
              "by the learner lambdamart with 'objective=pairs' and 'pairs=FILE'");
    Pairs tab;
    tab.query_ids.push_back("q");
    tab.winners.push_back("a\tb");
    tab.losers.push_back("c");
    tab.weights.push_back(1.0F);
    EXPECT_EQ(message(tab),
              "x.pairs: pairs cannot hold the document id 'a\\x09b'; use ids without tabs and line "
              "ends");
    EXPECT_FALSE(std::filesystem::exists(folder.file("x.pairs")));
}

TEST(Pairs, ReadThePublicPreferences) {
    const std::filesystem::path shared = std::filesystem::path(GRADUS_SOURCE_DIR) / ".." / "shared";
    if (!std::filesystem::exists(shared)) GTEST_SKIP() << "SKIPPED LOUDLY: no " << shared;
    const std::filesystem::path folder = shared / "data";
    const auto read = [&](const std::string& file, std::string_view format) {
        return std::get<Pairs>(format_named(format).read((folder / file).string(), {}));
    };
    const Pairs train = read("catboost-querywise/train.pairs.zst", "pairs-rows");
    const Pairs weighted = read("catboost-querywise/train.pairs.weighted.zst", "pairs-rows");
    EXPECT_EQ(train.weights.size(), 975U);
    EXPECT_EQ(weighted.weights.size(), 975U);
    EXPECT_TRUE(train.winners == weighted.winners && train.losers == weighted.losers);
    EXPECT_EQ(weighted.weights[0], 0.5F);
    EXPECT_EQ(read("catboost-querywise/test.pairs.zst", "pairs-rows").weights.size(), 310U);
    for (const auto& [file, count] : {std::pair{"prefs-cast19/TREC-CAsT-2019.pref.zst", 14573U},
                                      {"prefs-cast19/TREC-CAsT-2019.local.pref.zst", 3743U}}) {
        const Pairs pairs = read(file, format_of_path(file)->name);
        EXPECT_EQ(pairs.weights.size(), count);
        std::set<std::string_view> queries;
        for (std::size_t i = 0; i < pairs.query_ids.size(); ++i) queries.insert(pairs.query_ids[i]);
        EXPECT_EQ(queries.size(), 171U);
    }
}

}  // namespace
}  // namespace gradus
