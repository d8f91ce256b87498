#include "gradus/data/formats/clicks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/base/random.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus {
namespace {

using Reader = ClickLog (*)(TextSource, Progress&);

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

ClickLog read(Reader reader, std::string_view text, std::size_t batch = TextSource::usual_batch) {
    return reader(TextSource::of_memory("log", text, batch), silent_progress());
}

std::string message(Reader reader, std::string_view text) {
    return testing::error_message([&] { read(reader, text); });
}

std::string fixture(std::string_view name) {
    return fmt::format("{}/formats/fixtures/{}", GRADUS_MODULE_DIR, name);
}

TEST(Clicks, ReadsTheFixture) {
    const ClickLog expected{
        {{.session = "s1",
          .query = "blue shoes",
          .time = 12.5,
          .shown = {"d3", "d1"},
          .clicks = {{"d1", 14.0}}},
         {.session = "s1", .query = "blue boots", .time = 40.0, .shown = {"d1", "d7"}},
         {.query = "Äpfel", .shown = {"d2"}, .clicks = {{"d2", unknown}, {"d9", unknown}}}}};
    EXPECT_TRUE(same_content(read_click_log(fixture("clicks.jsonl")), expected));
}

TEST(Clicks, SortsClicksByTimeOnlyWhereAllHaveOne) {
    const ClickLog log = read(
        read_clicks,
        R"({"query":"q","shown":[],"clicks":[{"doc":"c","time":3},{"doc":"a","time":1},{"doc":"b","time":1}]}
{"query":"q","shown":[],"clicks":[{"doc":"c","time":3},{"doc":"a","time":1},{"doc":"b"}]})");
    const auto order = [&](std::size_t page) {
        std::string documents;
        for (const Click& click : log.pages[page].clicks) documents += click.document;
        return documents;
    };
    EXPECT_EQ(order(0), "abc");
    EXPECT_EQ(order(1), "cab");
}

/// Random pages, and their lines written with keys in any order, blanks and escapes.
struct RandomLog {
    ClickLog log;
    std::string text;

    explicit RandomLog(std::uint64_t seed) : random(seed, "random log") {
        const std::size_t pages = 1 + random.below(8);
        for (std::size_t i = 0; i < pages; ++i) add_page();
    }

    Random random;

  private:
    std::string name() {
        constexpr std::array<std::string_view, 8> pieces = {
            "a", "b", " ", "\t", "\"", "\\", "é", "\xF0\x9F\x98\x80"};
        std::string result = std::to_string(random.below(50));
        for (std::size_t i = random.below(3); i > 0; --i) result += pieces[random.below(8)];
        return result;
    }
    double time() { return static_cast<double>(random.below(1000)) / 8.0 - 20.0; }
    std::string blanks() { return std::string(random.below(3), ' '); }

    std::string quoted(const std::string& name) {
        std::string result = "\"";
        for (const char c : name) {
            if (c == '"' || c == '\\') {
                result += '\\';
                result += c;
            } else if (c == '\t') {
                result += random.chance(0.5) ? "\\t" : "\\u0009";
            } else {
                result += c;
            }
        }
        return result + "\"";
    }
    std::string member(const std::string& key, const std::string& value) {
        return fmt::format("{}\"{}\"{}:{}{}{}", blanks(), key, blanks(), blanks(), value, blanks());
    }
    std::string joined(std::vector<std::string> parts) const {
        std::string result;
        for (const std::string& part : parts) result += (result.empty() ? "" : ",") + part;
        return result;
    }
    std::string object(std::vector<std::string> members) {
        random.shuffle(std::span(members));
        return "{" + joined(std::move(members)) + "}";
    }

    void add_page() {
        ResultPage page{.query = name()};
        std::vector<std::string> members = {member("query", quoted(page.query))};
        if (random.chance(0.5)) {
            page.session = name();
            members.push_back(member("session", quoted(page.session)));
        }
        if (random.chance(0.5)) {
            page.time = time();
            members.push_back(member("time", shortest(page.time)));
        }
        std::set<std::string> documents;
        for (std::size_t i = random.below(5); i > 0; --i) documents.insert(name());
        page.shown.assign(documents.begin(), documents.end());
        random.shuffle(std::span(page.shown));
        std::vector<std::string> shown;
        for (const std::string& document : page.shown) shown.push_back(quoted(document));
        members.push_back(member("shown", "[" + joined(shown) + "]"));
        std::vector<std::string> clicks;
        bool all_timed = true;
        for (std::size_t i = random.below(4); i > 0; --i) {
            Click click{name()};
            std::vector<std::string> parts = {member("doc", quoted(click.document))};
            if (random.chance(0.7)) {
                click.time = time();
                parts.push_back(member("time", shortest(click.time)));
            } else {
                all_timed = false;
            }
            clicks.push_back(object(parts));
            page.clicks.push_back(click);
        }
        members.push_back(member("clicks", "[" + joined(clicks) + "]"));
        if (all_timed) {
            std::stable_sort(page.clicks.begin(),
                             page.clicks.end(),
                             [](const Click& a, const Click& b) { return a.time < b.time; });
        }
        text += object(members);
        text += random.chance(0.3) ? "\r\n \n" : "\n";
        log.pages.push_back(std::move(page));
    }
};

TEST(Clicks, ReadsRandomLogsAndWhatItWroteItself) {
    const testing::TemporaryFolder folder;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const RandomLog random(seed);
        const std::size_t batch = seed % 2 == 0 ? 16 : TextSource::usual_batch;
        ASSERT_TRUE(same_content(read(read_clicks, random.text, batch), random.log))
            << "seed " << seed << '\n'
            << random.text;
        const std::string path = folder.file(seed % 2 == 0 ? "copy.jsonl" : "copy.jsonl.zst");
        write_clicks(random.log, path);
        ASSERT_TRUE(same_content(read_click_log(path), random.log)) << "seed " << seed;
    }
}

TEST(Clicks, NamesThePlaceAndTheProblem) {
    const std::string example =
        R"({"query": "q", "shown": ["d1", "d2"], "clicks": [{"doc": "d1"}]})";
    const auto check = [](std::string_view line, std::string_view expected) {
        EXPECT_EQ(message(read_clicks, line), expected) << line;
    };
    check("\n{\"query\": q}",
          "log:2:11: the JSON is broken here; write one object a line, like " + example);
    check("{\"query\": \"\xff\"}",
          "log:1:12: the JSON is broken here; write one object a line, like " + example);
    check("[1]", "log:1: the line is a list, not an object; write it like " + example);
    check("{}", "log:1: there is no 'query'; write it like " + example);
    check(R"({"query":"q","clicks":[]})", "log:1: there is no 'shown'; write it like " + example);
    check(R"({"query":"q","shown":[]})", "log:1: there is no 'clicks'; write it like " + example);
    check(R"({"qurey":"q"})",
          "log:1: unknown key 'qurey'; did you mean 'query'? choose one of: session, query, time, "
          "shown, clicks");
    check(R"({"query":"q","query":"r","shown":[],"clicks":[]})",
          "log:1: 'query' is given twice; give each key of an object once");
    check(R"({"query":"q","shown":[],"clicks":[{"doc":"a"},{"doc":"a","time":1,"doc":"a"}]})",
          "log:1: 'doc' is given twice; give each key of an object once");
    check(R"({"query":7,"shown":[],"clicks":[]})",
          "log:1: 'query' is a number, not text; write it in double quotes");
    check(R"({"query":"","shown":[],"clicks":[]})", "log:1: 'query' is empty; give it a name");
    check(R"({"query":"q","shown":"d","clicks":[]})",
          "log:1: 'shown' is text, not a list; write it in [ ], also where it is empty");
    check(R"({"query":"q","shown":[null],"clicks":[]})",
          "log:1: a document in 'shown' is null, not text; write it in double quotes");
    check(R"({"query":"q","shown":["a","b","a"],"clicks":[]})",
          "log:1: document 'a' is shown twice; list each document of the page once");
    check(R"({"query":"q","shown":[],"clicks":["a"]})",
          "log:1: a click is text, not an object; write it like " + example);
    check(R"({"query":"q","shown":[],"clicks":[{"document":"a"}]})",
          "log:1: unknown key 'document'; choose one of: doc, time");
    check(R"({"query":"q","shown":[],"clicks":[{"doc":"a","time":"x"}]})",
          "log:1: 'time' of a click is text, not a number; write seconds, or leave it out");
    check(R"({"query":"q","time":1e999,"shown":[],"clicks":[]})",
          "log:1: a number is too large; write times in seconds");
    check("\n \n", "log: it has no result pages; give a file with lines like '" + example + "'");
}

TEST(Clicks, SurvivesDeepNesting) {
    const std::string deep(100'000, '[');
    const std::string expected = "log:1: values are nested more than 500 deep; write one object a ";
    EXPECT_TRUE(message(read_clicks, deep).starts_with(expected));
    EXPECT_TRUE(message(read_clicks, deep + std::string(100'000, ']')).starts_with(expected));
}

TEST(Clicks, RefusesToWriteWhatIsNotUtf8AndLeavesNoFile) {
    const testing::TemporaryFolder folder;
    const ClickLog log{{{.query = "q", .shown = {"caf\xe9"}}}};
    try {
        write_clicks(log, folder.file("log.jsonl"));
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.what(),
                  folder.file("log.jsonl") +
                      ": 'caf\xe9' is not UTF-8, which JSON must be; change the id");
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(ClicksCn, ReadsTheFixtureAndOrdersClicksByTime) {
    const ClickLog expected{
        {{.query = "7", .shown = {"30", "31"}, .clicks = {{"31", 12.25}, {"30", 20.5}}},
         {.query = "9", .shown = {"5", "4"}}}};
    EXPECT_TRUE(same_content(read_click_log(fixture("clicks-cn.tsv"), {}, "clicks-cn"), expected));
}

TEST(ClicksCn, ReadsRandomPages) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Random random(seed, "random log");
        ClickLog expected;
        std::string text;
        for (std::size_t i = 1 + random.below(5); i > 0; --i) {
            ResultPage page{.query = std::to_string(random.below(9))};
            std::array<std::string, 4> lists;  // documents, clicks, times, and one for all unused
            const std::size_t documents = 1 + random.below(12);
            for (std::size_t d = 0; d < documents; ++d) {
                page.shown.push_back(std::to_string(100 * d + random.below(100)));
                const bool click = random.chance(0.3);
                const double time = static_cast<double>(random.below(1000)) / 4.0;
                if (click) page.clicks.push_back({page.shown.back(), time});
                const std::string blank = d == 0 ? "" : " ";
                lists[0] += blank + page.shown.back();
                lists[1] += blank + (click ? "1" : "0");
                lists[2] += blank + (click ? shortest(time) : "-1");
                lists[3] += blank + "0.5";
            }
            std::stable_sort(page.clicks.begin(),
                             page.clicks.end(),
                             [](const Click& a, const Click& b) { return a.time < b.time; });
            text += page.query;
            for (std::size_t list = 0; list < 9; ++list)
                text += '\t' + lists[std::min<std::size_t>(list, 3)];
            text += '\n';
            expected.pages.push_back(std::move(page));
        }
        ASSERT_TRUE(same_content(read(read_clicks_cn, text, 64), expected)) << "seed " << seed;
    }
}

TEST(ClicksCn, NamesThePlaceAndTheProblem) {
    const std::string rest = "\t0 0\t0 0\t0 0\t0 0\t0 0\t0 0";
    const auto check = [](const std::string& line, std::string_view expected) {
        EXPECT_EQ(message(read_clicks_cn, line), expected) << line;
    };
    check("1\t2 3\t0 0",
          "log:1: the line has 3 tab-separated fields, not 10; write query, documents, clicks, "
          "click times and six further lists");
    check("\t2 3\t0 0\t-1 -1" + rest, "log:1: the query is empty; give it a name");
    check("1\t2 3\t0\t-1 -1" + rest,
          "log:1: clicks: 1 value for 2 documents; make the lists of a line equally long");
    check("1\t2 3\t0 2\t-1 -1" + rest, "log:1: the click '2' is not 0 or 1; write 0 or 1");
    check("1\t2 3\t0 1\t-1 -1" + rest,
          "log:1: the click on document 3 has the time '-1'; write seconds from 0 for a click, -1 "
          "without one");
    check(
        "1\t2 3\t0 0\t-1 5" + rest,
        "log:1: document 3 has the click time '5' but no click; write -1 where there is no click");
    check("1\t2 2\t0 0\t-1 -1" + rest,
          "log:1: document '2' is shown twice; list each document of the page once");
    check("",
          "log: it has no result pages; give a file with lines like 'q<TAB>d1 d2<TAB>0 1<TAB>-1 "
          "12.5<TAB>six further lists'");
}

TEST(ClicksBandit, ReadsTheFixtureWithTimesInUtc) {
    // date -u -d '2019-11-24 00:03:13' +%s prints 1574553793.
    const ClickLog expected{
        {{.query = "3", .time = 1574553793.5, .shown = {"14"}},
         {.query = "1", .time = 1574553816.0, .shown = {"10"}, .clicks = {{"10", unknown}}}}};
    EXPECT_TRUE(
        same_content(read_click_log(fixture("clicks-bandit.csv"), {}, "clicks-bandit"), expected));
}

TEST(ClicksBandit, ReadsRandomRowsWithColumnsInAnyOrder) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Random random(seed, "random log");
        std::vector<std::string> columns = {"timestamp", "item_id", "position", "click", "x", ""};
        random.shuffle(std::span(columns));
        std::string text = columns.front();
        for (std::size_t c = 1; c < columns.size(); ++c) text += "," + columns[c];
        ClickLog expected;
        const auto append_row = [&](const ResultPage& page, const std::string& time) {
            text += '\n';
            for (std::size_t c = 0; c < columns.size(); ++c) {
                if (c > 0) text += ',';
                if (columns[c] == "timestamp") text += time;
                if (columns[c] == "item_id") text += page.shown.front();
                if (columns[c] == "position") text += page.query;
                if (columns[c] == "click") text += page.clicks.empty() ? "0" : "1";
                if (columns[c] == "x") text += "0.25";
            }
        };
        for (std::size_t i = 1 + random.below(5); i > 0; --i) {
            ResultPage page{.query = std::to_string(1 + random.below(3)),
                            .shown = {std::to_string(random.below(34))}};
            if (random.chance(0.3)) page.clicks.push_back({page.shown.front()});
            const auto minute = random.below(60);
            // 2000-03-01 00:00 UTC is 951868800 s after 1970.
            page.time = 951868800.0 + 60.0 * static_cast<double>(minute);
            append_row(page, fmt::format("2000-02-29 22:{:02}:00-02:00", minute));
            expected.pages.push_back(std::move(page));
        }
        ASSERT_TRUE(same_content(read(read_clicks_bandit, text), expected))
            << "seed " << seed << '\n'
            << text;
    }
}

TEST(ClicksBandit, NamesThePlaceAndTheProblem) {
    const std::string header = "timestamp,item_id,position,click\n";
    const auto check = [](const std::string& text, std::string_view expected) {
        EXPECT_EQ(message(read_clicks_bandit, text), expected) << text;
    };
    check("timestamp,item,position,click\n",
          "log:1: there is no column 'item_id'; name the columns timestamp, item_id, position, "
          "click in the first line");
    check(header,
          "log: it has no result pages; give a file with lines like '2019-11-24 "
          "00:03:13+00:00,14,3,0' below a header 'timestamp,item_id,position,click'");
    check(header + "2019-11-24 00:03:13,1,1",
          "log:2: the row has 3 fields, the header 4; give every row the columns of the header");
    for (const std::string time : {"",
                                   "2019-02-29 00:00:00",
                                   "2019-11-24 24:00:00",
                                   "2019-11-24",
                                   "2019-11-24 00:03:13.",
                                   "2019-11-24 00:03:13+1:00",
                                   "2019-11-24 00:03:13 "}) {
        check(header + time + ",1,1,0",
              fmt::format("log:2: the timestamp '{}' is not a time; write it like 2019-11-24 "
                          "00:03:13.442536+00:00",
                          time));
    }
    check(header + "2019-11-24 00:03:13,,1,0", "log:2: the item_id is empty; give it a name");
    check(header + "2019-11-24 00:03:13,1,0,0",
          "log:2: the position '0' is not a rank; write a whole number from 1");
    check(header + "2019-11-24 00:03:13,1,1,x", "log:2: the click 'x' is not 0 or 1; write 0 or 1");
    check(header + "\"2019-11-24 00:03:13\",1,1,0",
          "log:2: quoted fields are not part of this format; write the fields without double "
          "quotes");
}

const std::string shared_folder = GRADUS_SOURCE_DIR "/../shared/";

std::string shared(std::string_view path) {
    return fmt::format("{}data/{}", shared_folder, path);
}

/// What the data's README says of a file.
struct Facts {
    std::size_t pages = 0;
    std::size_t queries = 0;
    std::size_t documents = 0;
    std::size_t clicks = 0;
    std::size_t pages_with_clicks = 0;
    std::vector<std::size_t> clicks_by_rank;

    friend bool operator==(const Facts&, const Facts&) = default;
};

Facts facts_of(const ClickLog& log) {
    Facts facts{.pages = log.pages.size(), .clicks_by_rank = {}};
    std::set<std::string> queries;
    std::set<std::string> documents;
    for (const ResultPage& page : log.pages) {
        queries.insert(page.query);
        documents.insert(page.shown.begin(), page.shown.end());
        facts.clicks += page.clicks.size();
        facts.pages_with_clicks += page.clicks.empty() ? 0 : 1;
        facts.clicks_by_rank.resize(std::max(facts.clicks_by_rank.size(), page.shown.size()));
        for (const Click& click : page.clicks) {
            const auto place = std::ranges::find(page.shown, click.document);
            ++facts.clicks_by_rank.at(static_cast<std::size_t>(place - page.shown.begin()));
        }
    }
    facts.queries = queries.size();
    facts.documents = documents.size();
    return facts;
}

TEST(ClicksCn, FindsWhatIsKnownOfTheRealData) {
    const std::string train = shared("click-cn-web-sample/train_data.tsv.zst");
    const std::string test = shared("click-cn-web-sample/test_data.tsv.zst");
    if (!std::filesystem::exists(shared_folder))
        GTEST_SKIP() << "SKIPPED LOUDLY: no " << shared_folder;
    EXPECT_EQ(
        facts_of(read_click_log(train, {}, "clicks-cn")),
        (Facts{
            7018, 3389, 35207, 7528, 4645, {3087, 1239, 885, 706, 439, 343, 255, 230, 194, 150}}));
    EXPECT_EQ(facts_of(read_click_log(test, {}, "clicks-cn")),
              (Facts{1791, 447, 4989, 1967, 1236, {874, 330, 229, 181, 102, 83, 55, 44, 36, 33}}));
}

TEST(ClicksBandit, FindsWhatIsKnownOfTheRealData) {
    const std::string random = shared("click-open-bandit/random-men.csv.zst");
    const std::string thompson = shared("click-open-bandit/bts-men.csv.zst");
    if (!std::filesystem::exists(shared_folder))
        GTEST_SKIP() << "SKIPPED LOUDLY: no " << shared_folder;
    const auto check = [](const std::string& path, const std::vector<std::size_t>& by_position) {
        const ClickLog log = read_click_log(path, {}, "clicks-bandit");
        std::vector<std::size_t> clicks(3);
        for (const ResultPage& page : log.pages) {
            clicks.at(static_cast<std::size_t>(std::stoi(page.query)) - 1) += page.clicks.size();
        }
        EXPECT_EQ(log.pages.size(), 10000U);
        EXPECT_EQ(clicks, by_position);
        EXPECT_EQ(facts_of(log).documents, 34U);
    };
    check(random, {10, 22, 14});
    check(thompson, {30, 21, 18});
}

}  // namespace
}  // namespace gradus
