#include "gradus/data/csv_table.hpp"

#include <filesystem>
#include <utility>

#include <gtest/gtest.h>

#include "gradus/base/csv_field.hpp"
#include "gradus/base/random.hpp"
#include "gradus/testing/csv_records.hpp"

namespace gradus {
namespace {

using Record = testing::CsvRecord;

struct Table {
    std::vector<Record> records;
    std::vector<std::size_t> lines;
};

Table table_of(std::string_view text,
               CsvOptions options = {.header = false},
               std::size_t batch = TextSource::usual_batch) {
    CsvTable csv(TextSource::of_memory("t.csv", text, batch), options);
    Table table;
    while (csv.next()) {
        table.records.emplace_back(csv.fields().begin(), csv.fields().end());
        table.lines.push_back(csv.line());
    }
    return table;
}

std::string failure(std::string_view text,
                    CsvOptions options = {.header = false},
                    std::size_t batch = TextSource::usual_batch) {
    try {
        table_of(text, options, batch);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

TEST(CsvTable, SplitsPlainRecords) {
    const Table table = table_of("a,b,c\n1,,3\r\n\n\r\nx y,z,");
    EXPECT_EQ(table.records,
              (std::vector<Record>{{"a", "b", "c"}, {"1", "", "3"}, {"x y", "z", ""}}));
    EXPECT_EQ(table.lines, (std::vector<std::size_t>{1, 2, 5}));
}

TEST(CsvTable, TakesQuotesDoubledQuotesSeparatorsAndLineEndsInsideQuotes) {
    const Table table = table_of("\"a,\"\"b\"\"\",\"\"\n\"1\r\n2\n3\",\"\"\"\"\r\nx,5\" disk\n");
    EXPECT_EQ(table.records,
              (std::vector<Record>{{"a,\"b\"", ""}, {"1\r\n2\n3", "\""}, {"x", "5\" disk"}}));
    EXPECT_EQ(table.lines, (std::vector<std::size_t>{1, 2, 5}));
}

TEST(CsvTable, KeepsTheHeaderAndSkipsAByteOrderMark) {
    CsvTable csv(TextSource::of_memory("t.csv", "\xEF\xBB\xBF\"grade\",q\n1,2\n"));
    EXPECT_EQ(csv.header(), (Record{"grade", "q"}));
    EXPECT_EQ(csv.header_line(), 1U);
    ASSERT_TRUE(csv.next());
    EXPECT_EQ(csv.line(), 2U);
    EXPECT_FALSE(csv.next());
    EXPECT_FALSE(csv.next());
}

TEST(CsvTable, PutsAByteThatIsNoPartOfANumberBehindEveryField) {
    CsvTable csv(TextSource::of_memory("t.csv", "\"1\",\"2\"\"\",3,\"\"\"4\"\n5,6,7,8"),
                 {.header = false});
    while (csv.next()) {
        for (const std::string_view field : csv.fields()) {
            const char behind = field.data()[field.size()];
            EXPECT_TRUE(behind == ',' || behind == '"' || behind == '\n') << field;
        }
    }
}

TEST(CsvTable, SaysWhereAFieldStands) {
    CsvTable csv(TextSource::of_memory("t.csv", "a,b,c,d\n\"x\ny\"\"\",\"p,\nq\",  7,8\n"));
    ASSERT_TRUE(csv.next());
    const auto place = [&](std::size_t field) {
        const Where where = csv.where(field);
        return std::pair{where.line, where.column};
    };
    EXPECT_EQ(place(0), (std::pair<std::size_t, std::size_t>{2, 1}));
    EXPECT_EQ(place(1), (std::pair<std::size_t, std::size_t>{3, 6}));
    EXPECT_EQ(place(2), (std::pair<std::size_t, std::size_t>{4, 4}));
    EXPECT_EQ(place(3), (std::pair<std::size_t, std::size_t>{4, 8}));
}

TEST(CsvTable, RefusesAQuoteThatIsNeverClosed) {
    const std::string expected =
        "t.csv:2:3: the quote is never closed; close it, and double every quote inside the field";
    EXPECT_EQ(failure("a,b\n1,\"2\n3,4\n"), expected);
    EXPECT_EQ(failure("a,b\n1,\"2\n3,4\n", {.header = false}, 1), expected);
    EXPECT_EQ(failure("a,b\n1,\"2\"\"\n3,4", {.header = false}, 1), expected);
    // Of several quotes in a record it is the last.
    EXPECT_EQ(failure("a,b\n\"1\n,\",\"2\n3,4\n", {.header = false}, 1),
              "t.csv:3:4: the quote is never closed; close it, and double every quote inside the "
              "field");
}

TEST(CsvTable, DoesNotReadAHugeFileForAQuoteThatIsNeverClosed) {
    std::string text = "a,b\n1,\"2\n";
    for (int i = 0; i < 100; ++i) text += "3,4\n";
    text += "5\"\n";
    EXPECT_EQ(table_of(text, {.header = false}, 8).records.size(), 2U);
    CsvTable csv(TextSource::of_memory("t.csv", text, 8), {.most_record_bytes = 100});
    EXPECT_THROW(csv.next(), Error);
    EXPECT_LT(csv.bytes_taken(), 200U);
}

TEST(CsvTable, RefusesTextBehindAClosingQuote) {
    const std::string expected =
        ":6: text follows a closing quote; double every quote inside the field";
    EXPECT_EQ(failure("a,\"b\"c\n"), "t.csv:1" + expected);
    EXPECT_EQ(failure("\"a\nb\",\"\"x\n"), "t.csv:2" + expected);
    EXPECT_EQ(failure("\"a\nb\",\"\"x\n", {.header = false}, 1), "t.csv:2" + expected);
    EXPECT_EQ(failure("a,b\na,\"b\"\rc\n"), "t.csv:2" + expected);
    // Also where the text behind it opens another quote.
    EXPECT_EQ(failure("\"a\nb\",\"\"x,\"\n", {.header = false}, 1), "t.csv:2" + expected);
}

TEST(CsvTable, RefusesARecordWithAnotherNumberOfFields) {
    EXPECT_EQ(failure("\na,b,c\n1,2,3\n4,5\n"),
              "t.csv:4: the record has 2 fields, but the first record on line 2 has 3; give every "
              "record the same number of fields (commas separate them)");
    EXPECT_EQ(failure("a,b\n1\n", {}),
              "t.csv:2: the record has 1 field, but the header on line 1 has 2; give every record "
              "the same number of fields (commas separate them)");
}

TEST(CsvTable, RefusesANulByteInsideAndOutsideQuotes) {
    using namespace std::string_literals;
    EXPECT_EQ(failure("a,b\n1\0,2\n"s), "t.csv:2:2: the record holds a NUL byte; give a text file");
    EXPECT_EQ(failure("a,\"b\nc\0\"\n"s),
              "t.csv:2:2: the record holds a NUL byte; give a text file");
}

TEST(CsvTable, RefusesAnEmptyFileOnlyWhereAHeaderIsWanted) {
    EXPECT_TRUE(table_of("\n\n").records.empty());
    EXPECT_EQ(failure("\n", {}), "t.csv: it has no header; name the columns in the first line");
}

TEST(CsvTable, BlanksAroundAFieldWithoutQuotesAreNoPartOfIt) {
    EXPECT_EQ(table_of(" a , b\t\n1 2 ,\" x \"\r\n  ,\n").records,
              (std::vector<Record>{{"a", "b"}, {"1 2", " x "}, {"", ""}}));
    EXPECT_EQ(table_of(" a \t\tb\n", {.separator = '\t', .header = false}).records,
              (std::vector<Record>{{"a", "", "b"}}));
    EXPECT_EQ(table_of("a,b\n \t \n\r\n1,2\n   \n").records,
              (std::vector<Record>{{"a", "b"}, {"1", "2"}}));
    for (const std::string_view text : {" a", "a ", "\ta", " "}) {
        std::string written;
        append_csv_field(written, text, ',');
        EXPECT_EQ(table_of("x," + written + "\n").records.front().back(), text);
    }
}

TEST(CsvTable, AListOfNamesReadsBack) {
    const std::vector<std::string> names = {"a", "ctr, 30d", "say \"x\"", " b", ""};
    EXPECT_EQ(list_text(names), "a,\"ctr, 30d\",\"say \"\"x\"\"\",\" b\",");
    EXPECT_EQ(split_line(list_text(names), ','), names);
}

TEST(CsvTable, AgreesWithTheObviousReaderForAnyCutIntoBatches) {
    constexpr std::string_view pieces[] = {"a", "1.5", "\"", "\n", "\r\n", ",", "\t", " ", "é", ""};
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed, "csv");
        const char separator = random.chance(0.5) ? ',' : '\t';
        const std::size_t columns = 1 + random.below(4);
        const std::size_t rows = 1 + random.below(6);
        std::vector<Record> expected;
        std::string text;
        for (std::size_t i = 0; i < rows; ++i) {
            Record record;
            for (std::size_t j = 0; j < columns; ++j) {
                std::string field;
                for (std::size_t k = random.below(5); k > 0; --k)
                    field += pieces[random.below(std::size(pieces))];
                if (j > 0) text += separator;
                const std::size_t before = text.size();
                append_csv_field(text, field, separator);
                const bool plain = text.size() - before == field.size();
                if (plain && !field.empty() && random.chance(0.2)) {
                    text.insert(before, "  ");
                    text += separator == '\t' ? " " : "\t ";
                    record.push_back(field);
                    continue;
                }
                if (plain && (random.chance(0.2) || (columns == 1 && field.empty())))
                    text.replace(before, field.size(), '"' + field + '"');
                record.push_back(field);
            }
            expected.push_back(record);
            const bool last_without_end = i + 1 == rows && random.chance(0.3);
            if (!last_without_end) text += random.chance(0.3) ? "\r\n" : "\n";
            if (!last_without_end && random.chance(0.1)) text += "\n";
        }
        EXPECT_EQ(testing::split_slowly(text + '\n', separator), expected) << "seed " << seed;
        for (const std::size_t batch : {std::size_t{1}, std::size_t{7}, TextSource::usual_batch}) {
            const Table table = table_of(text, {.separator = separator, .header = false}, batch);
            EXPECT_EQ(table.records, expected) << "seed " << seed << ", batch " << batch;
        }
    }
}

TEST(CsvTable, ReadsThePublicTablesOfScoresAndClicks) {
    const std::filesystem::path shared = std::filesystem::path(GRADUS_SOURCE_DIR) / ".." / "shared";
    if (!std::filesystem::exists(shared)) GTEST_SKIP() << "SKIPPED LOUDLY: no " << shared;
    const std::filesystem::path folder = shared / "data";
    const auto shape = [&](const std::string& file) {
        CsvTable csv(TextSource((folder / (file + ".zst")).string()));
        std::size_t rows = 0;
        while (csv.next()) ++rows;
        return std::pair{rows, csv.header().size()};
    };
    struct Expected {
        std::string name;
        std::vector<std::string> measures;
        std::size_t topics;
        std::size_t systems;
    };
    const std::vector<std::string> early = {"ap", "p10", "rr"};
    const std::vector<std::string> late = {"ndcg20", "err20"};
    for (const Expected& track : {Expected{"adhoc5", early, 50, 61},
                                  Expected{"adhoc6", early, 50, 74},
                                  Expected{"adhoc7", early, 50, 103},
                                  Expected{"adhoc8", early, 50, 129},
                                  Expected{"web2010", late, 48, 88},
                                  Expected{"web2011", late, 50, 62},
                                  Expected{"web2012", late, 50, 48},
                                  Expected{"web2013", late, 50, 34}}) {
        for (const std::string& measure : track.measures) {
            const std::string file = "per-topic-scores/" + track.name + "_" + measure + ".csv";
            EXPECT_EQ(shape(file), (std::pair{track.topics, track.systems})) << file;
        }
    }
    using Shape = std::pair<std::size_t, std::size_t>;
    EXPECT_EQ(shape("click-open-bandit/random-men.csv"), (Shape{10000, 44}));
    EXPECT_EQ(shape("click-open-bandit/bts-men.csv"), (Shape{10000, 44}));
    EXPECT_EQ(shape("click-open-bandit/item_context-men.csv").first, 34U);
}

}  // namespace
}  // namespace gradus
