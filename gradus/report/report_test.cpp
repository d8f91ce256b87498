#include "gradus/report/report.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/base/random.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/testing/csv_records.hpp"

namespace gradus::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Two runs by one measure, with what is known of them.
Report two_runs() {
    Table table{.name = "values", .title = "Two runs"};
    table.columns = {{.name = "profile", .only = programs},
                     {.name = "run"},
                     {.name = "NDCG@10", .kind = Kind::number},
                     {.name = "queries", .kind = Kind::count, .heading = "judged queries"}};
    Cell best(0.55041234567890123);
    best.best = true;
    best.marks = "†";
    table.rows = {
        {"gradus", "a", 0.5, 12345}, {"gradus", "b|c", best, 7}, {"gradus", "d", not_a_number}};
    table.above = {Note::comment("above")};
    table.below = {{"† = better than a, p < 0.01"}};
    Report report{.facts = {{"profile", "gradus", "profile gradus: its own rules"}, {"seed", 3}}};
    report.add(std::move(table));
    return report;
}

TEST(Text, HasItsColumnsInLine) {
    EXPECT_EQ(render(two_runs(), Format::text),
              "# profile gradus: its own rules\n"
              "\n"
              "Two runs\n"
              "# above\n"
              "run  NDCG@10     judged queries\n"
              "a     0.5000             12,345\n"
              "b|c   0.5504 *†               7\n"
              "d          -\n"
              "† = better than a, p < 0.01\n");
}

TEST(Text, HasAnEmptyLineBehindATable) {
    Report report;
    report.add(Note("first"));
    report.add(Note("second"));
    report.add(Table{.name = "t", .columns = {{.name = "x"}}, .rows = {{"1"}}});
    report.add(Note("third"));
    report.add(Table{
        .name = "t", .columns = {{.name = "x"}}, .rows = {{"1"}}, .indent = 2, .headings = false});
    report.add(Table{
        .name = "t", .columns = {{.name = "x", .width = 4}, {.name = "y"}}, .rows = {{"1", "2"}}});
    EXPECT_EQ(render(report, Format::text),
              "first\nsecond\nx\n1\n\nthird\n  1\n\nx     y\n1     2\n");
}

TEST(Text, CountsPlacesAndNotBytes) {
    Report report;
    report.add(Table{.name = "t",
                     .columns = {{.name = "name"}, {.name = "x"}},
                     .rows = {{"é", "1"}, {"日本", "2"}, {"e\u0301a", "3"}, {"\xFF", "4"}}});
    EXPECT_EQ(render(report, Format::text),
              "name  x\né     1\n日本  2\ne\u0301a    3\n\xFF     4\n");
}

TEST(Text, ShowsControlCharacters) {
    Report report;
    report.add(Note("bad\nname"));
    report.add(Table{.name = "t", .columns = {{.name = "x"}}, .rows = {{"a\nb\tc\r\x1b[31m\x7f"}}});
    EXPECT_EQ(render(report, Format::text), "bad\\nname\nx\na\\nb\\tc\\r\\x1b[31m\\x7f\n");
}

TEST(Kinds, ShowNumbersAsPeopleWant) {
    Table table{.name = "t"};
    table.columns = {{.name = "integer", .kind = Kind::integer},
                     {.name = "count", .kind = Kind::count},
                     {.name = "number", .kind = Kind::number, .digits = 2},
                     {.name = "significant", .kind = Kind::significant, .digits = 3},
                     {.name = "change", .kind = Kind::change, .digits = 1},
                     {.name = "share", .kind = Kind::share, .digits = 1},
                     {.name = "exact", .kind = Kind::exact},
                     {.name = "flag"},
                     {.name = "list"},
                     {.name = "word", .kind = Kind::number, .missing = "undefined"}};
    table.rows = {
        {-12345, 12345, 1.0 / 3, 12345.6, 0.25, 0.125, 0.1F, true, Json(Json::Array{"a", 1}), {}},
        {7,
         -1234567,
         -0.5,
         1e-9,
         -3,
         1,
         1e300,
         false,
         Json(Json::Array{}),
         Cell::missing("left out")}};
    Report report;
    report.add(table);
    EXPECT_EQ(
        render(report, Format::text),
        "integer       count  number  significant  change    share  exact   flag  list       word\n"
        " -12345      12,345    0.33     1.23e+04    +0.2   12.5 %  0.1     yes   a 1   undefined\n"
        "      7  -1,234,567   -0.50        1e-09    -3.0  100.0 %  1e+300  no           left "
        "out\n");
    EXPECT_EQ(render(report, Format::csv),
              "integer,count,number,significant,change,share,exact,flag,list,word\n"
              "-12345,12345,0.3333333333333333,12345.6,0.25,0.125,0.1,true,a 1,\n"
              "7,-1234567,-0.5,1e-09,-3,1,1e+300,false,,\n");
    EXPECT_EQ(render(report, Format::csv, {.rounded = true}),
              "integer,count,number,significant,change,share,exact,flag,list,word\n"
              "-12345,12345,0.33,1.23e+04,0.2,0.125,0.1,true,a 1,\n"
              "7,-1234567,-0.50,1e-09,-3.0,1,1e+300,false,,\n");
}

TEST(Csv, IsOneTableWithAllDigits) {
    EXPECT_EQ(render(two_runs(), Format::csv),
              "profile,run,NDCG@10,queries\n"
              "gradus,a,0.5,12345\n"
              "gradus,b|c,0.5504123456789012,7\n"
              "gradus,d,,\n");
}

TEST(Csv, IsTheFirstTableOrTheOneAskedFor) {
    Report report;
    report.add(Table{.name = "people", .columns = {{.name = "p"}}, .only = people});
    report.add(Table{.name = "one", .columns = {{.name = "x"}}, .rows = {{1}}});
    report.add(Table{.name = "two", .columns = {{.name = "y"}}, .rows = {{2}, {""}}});
    EXPECT_EQ(render(report, Format::csv), "x\n1\n");
    EXPECT_EQ(render(report, Format::csv, {.table = "two"}), "y\n2\n\"\"\n");
    try {
        render(report, Format::csv, {.table = "too"});
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "table 'too': the report has no table of this name; did you mean 'two'? "
                     "choose one of: one, two");
    }
}

TEST(Json, HasFactsAndThenTables) {
    EXPECT_EQ(render(two_runs(), Format::json),
              R"({
  "profile": "gradus",
  "seed": 3,
  "values": [
    {
      "profile": "gradus",
      "run": "a",
      "NDCG@10": 0.5,
      "queries": 12345
    },
    {
      "profile": "gradus",
      "run": "b|c",
      "NDCG@10": 0.5504123456789012,
      "queries": 7
    },
    {
      "profile": "gradus",
      "run": "d",
      "NDCG@10": null,
      "queries": null
    }
  ]
}
)");
}

TEST(Json, MayBeTheRowsAlone) {
    Report report{.is_list = true};
    EXPECT_EQ(render(report, Format::json), "[]\n");
    report.add(Table{.name = "x", .columns = {{.name = "x"}}, .rows = {{"a"}}});
    report.add(Table{.name = "y", .columns = {{.name = "x"}}, .only = {Format::csv}});
    EXPECT_EQ(gradus::Json::parse(render(report, Format::json)),
              gradus::Json(gradus::Json::Array{gradus::Json{{"x", "a"}}}));
}

TEST(Markdown, IsATableOfGitHub) {
    EXPECT_EQ(render(two_runs(), Format::markdown),
              "- profile gradus: its own rules\n"
              "\n"
              "## Two runs\n"
              "\n"
              "- above\n"
              "\n"
              "| run | NDCG@10 | judged queries |\n"
              "|---|---:|---:|\n"
              "| a | 0.5000 | 12,345 |\n"
              "| b\\|c | **0.5504**<sup>†</sup> | 7 |\n"
              "| d | - |  |\n"
              "\n"
              "† = better than a, p \\< 0.01\n");
}

TEST(Markdown, EscapesWhatWouldBeMarkup) {
    Report report;
    Cell linked("a`b|c");
    linked.link = "#a (b)";
    report.add(
        Table{.name = "t",
              .columns = {{.name = "te_xt"}, {.name = "code", .kind = Kind::code}},
              .rows = {{"*x* _y_ a_b 2 * 3 [l](u) <b> &amp; Q&A R & D `c` ~d~ $e$ \\ \n", linked},
                       {"", ""},
                       {"\xFF\t", "`"}}});
    report.add(Note({{"say "}, {"--a|b", true}, {" *now*"}}));
    report.add(Note::heading("a * b"));
    EXPECT_EQ(render(report, Format::markdown),
              "| te_xt | code |\n"
              "|---|---|\n"
              "| \\*x\\* \\_y\\_ a_b 2 * 3 \\[l\\](u) \\<b> \\&amp; Q\\&A R & D \\`c\\` \\~d\\~ "
              "\\$e\\$ \\\\ <br> "
              "| [<code>a\\`b\\|c</code>](#a%20%28b%29) |\n"
              "|  |  |\n"
              "| \uFFFD  | `` ` `` |\n"
              "\n"
              "say `--a|b` \\*now\\*\n"
              "\n"
              "## a * b\n");
}

TEST(Latex, IsATableOfBooktabs) {
    EXPECT_EQ(render(two_runs(), Format::latex),
              "% \\usepackage{booktabs}\n"
              "% profile gradus: its own rules\n"
              "\\begin{table}\n"
              "\\centering\n"
              "\\caption{Two runs}\n"
              "% above\n"
              "\\begin{tabular}{lrr}\n"
              "\\toprule\n"
              "run & NDCG@10 & judged queries \\\\\n"
              "\\midrule\n"
              "a & 0.5000 & 12,345 \\\\\n"
              "b\\textbar{}c & \\textbf{0.5504}\\textsuperscript{\\textdagger{}} & 7 \\\\\n"
              "d & - &  \\\\\n"
              "\\bottomrule\n"
              "\\end{tabular}\n"
              "{\\footnotesize \\textdagger{} = better than a, p \\textless{} 0.01\\par}\n"
              "\\end{table}\n");
}

TEST(Latex, EscapesWhatWouldBeACommand) {
    Report report;
    report.add(Table{.name = "t",
                     .columns = {{.name = "x", .kind = Kind::code}},
                     .rows = {{"\\{}$&#%_^~<>|`[1]* ---set a-b\nκ≥2"}}});
    report.add(Note({{"try "}, {"a_b", true}}));
    report.add(Note::comment("100 % \n\\end"));
    report.add(Note::heading("h_1"));
    EXPECT_EQ(render(report, Format::latex),
              "% \\usepackage{booktabs}\n"
              "\\begin{table}\n"
              "\\centering\n"
              "\\begin{tabular}{l}\n"
              "\\toprule\n"
              "x \\\\\n"
              "\\midrule\n"
              "\\texttt{\\textbackslash{}\\{\\}\\$\\&\\#\\%\\_\\textasciicircum{}\\textasciitilde{}"
              "\\textless{}\\textgreater{}"
              "\\textbar{}\\textasciigrave{}{[}1{]}{*} -{}-{}-set a-b $\\kappa$$\\geq$2} \\\\\n"
              "\\bottomrule\n"
              "\\end{tabular}\n"
              "\\end{table}\n"
              "try \\texttt{a\\_b}\n\n"
              "% 100 %  \\end\n"
              "\\subsection*{h\\_1}\n");
}

TEST(Html, IsAFragmentThatNeedsNothingElse) {
    const std::string page = render(two_runs(), Format::html);
    EXPECT_THAT(page, ::testing::StartsWith("<section class=\"gradus-report\">\n<style>\n"));
    EXPECT_THAT(
        page,
        ::testing::EndsWith(
            "</style>\n"
            "<ul>\n"
            "<li>profile gradus: its own rules</li>\n"
            "<li>above</li>\n"
            "</ul>\n"
            "<table>\n"
            "<caption>Two runs</caption>\n"
            "<thead><tr><th scope=\"col\">run</th><th scope=\"col\" class=\"right\">NDCG@10</th>"
            "<th scope=\"col\" class=\"right\">judged queries</th></tr></thead>\n"
            "<tbody>\n"
            "<tr><td>a</td><td class=\"right\">0.5000</td><td class=\"right\">12,345</td></tr>\n"
            "<tr><td>b|c</td><td class=\"right\"><strong>0.5504</strong><sup>†</sup></td>"
            "<td class=\"right\">7</td></tr>\n"
            "<tr><td>d</td><td class=\"right\">-</td><td class=\"right\"></td></tr>\n"
            "</tbody>\n"
            "</table>\n"
            "<p>† = better than a, p &lt; 0.01</p>\n"
            "</section>\n"));
    EXPECT_THAT(page, HasSubstr("@media print"));
    EXPECT_THAT(page, HasSubstr("color-scheme: light dark"));
    EXPECT_THAT(page, Not(HasSubstr("http")));
}

TEST(Html, EscapesEverything) {
    Report report;
    Cell linked("<script>");
    linked.link = "\"><script>";
    linked.marks = "<";
    report.add(Table{.name = "t",
                     .title = "<script>",
                     .columns = {{.name = "<script>", .kind = Kind::code}},
                     .rows = {{linked}, {"'&\"\n\x01\xFF"}},
                     .above = {{"<script>"}}});
    report.add(Note::heading("<script>"));
    report.facts.push_back({"x", 1, "<script>"});
    const std::string page = render(report, Format::html);
    EXPECT_THAT(page, Not(HasSubstr("<script")));
    EXPECT_THAT(
        page,
        HasSubstr(
            "<a href=\"&quot;&gt;&lt;script&gt;\"><code>&lt;script&gt;</code></a><sup>&lt;</sup>"));
    EXPECT_THAT(page, HasSubstr("<code>&#39;&amp;&quot;<br> \uFFFD</code>"));
}

TEST(Formats, MayShowOtherColumnsRowsAndNotes) {
    Table table{.name = "t"};
    table.columns = {{.name = "all"},
                     {.name = "seen", .only = people},
                     {.name = "kept", .only = {Format::json}}};
    table.rows = {{"a", "b", "c"}, Row({"rest"}, people), Row({"d", "e", "f"}, programs)};
    table.above = {{"only here", Formats{Format::markdown}}};
    Report report;
    report.add(table);
    EXPECT_EQ(render(report, Format::text), "all   seen\na     b\nrest\n");
    EXPECT_EQ(render(report, Format::csv), "all\na\nd\n");
    EXPECT_EQ(gradus::Json::parse(render(report, Format::json)).at("t").at(std::size_t{1}),
              (gradus::Json{{"all", "d"}, {"kept", "f"}}));
    EXPECT_THAT(render(report, Format::markdown), HasSubstr("only here\n\n| all | seen |"));
    EXPECT_THAT(render(report, Format::latex), Not(HasSubstr("only here")));
}

/// Text of characters that mean something to one of the formats.
std::string odd_text(Random& random) {
    static const std::vector<std::string> pieces = {
        "a", "B", "7", " ", ",", "\"", "'", "\n", "\r", "\t", "|", "\\",
        "{", "}", "<", ">", "&", "%",  "$", "#",  "_",  "^",  "~", "*",
        "[", "]", "`", "-", "é", "日", "†", ";",  ":",  "nan"};
    std::string text;
    const std::size_t length = random.below(8);
    for (std::size_t i = 0; i < length; ++i) text += pieces[random.below(pieces.size())];
    return text;
}

double odd_number(Random& random) {
    return std::ldexp(random.uniform() - 0.5, static_cast<int>(random.below(400)) - 200);
}

Table odd_table(Random& random) {
    Table table{.name = odd_text(random), .title = odd_text(random)};
    const std::size_t columns = 1 + random.below(4);
    for (std::size_t i = 0; i < columns; ++i)
        table.columns.push_back({.name = fmt::format("{}{}", odd_text(random), i),
                                 .kind = static_cast<Kind>(random.below(9))});
    const std::size_t rows = random.below(5);
    for (std::size_t r = 0; r < rows; ++r) {
        std::vector<Cell> cells;
        for (std::size_t i = 0; i < columns; ++i) {
            switch (random.below(5)) {
                case 0:
                    cells.emplace_back(odd_number(random));
                    break;
                case 1:
                    cells.emplace_back(static_cast<std::int64_t>(random.below(1'000'000)) -
                                       500'000);
                    break;
                case 2:
                    cells.emplace_back(not_a_number);
                    break;
                default:
                    cells.emplace_back(odd_text(random));
            }
            cells.back().best = random.below(3) == 0;
            if (random.below(4) == 0) cells.back().marks = odd_text(random);
        }
        table.rows.emplace_back(std::move(cells));
    }
    return table;
}

/// What CSV has for a value.
void expect_field(const std::string& field, const Cell& cell) {
    if (!cell.has_value()) {
        EXPECT_EQ(field, "");
    } else if (cell.value.is_string()) {
        EXPECT_EQ(field, cell.value.as<std::string>());
    } else {
        EXPECT_EQ(number_from(field), cell.value.as<double>());
    }
}

TEST(Csv, ReadsBackAsTheCells) {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed, "report");
        Report report;
        report.add(odd_table(random));
        const auto& table = std::get<Table>(report.parts[0]);
        const auto records = gradus::testing::split_slowly(render(report, Format::csv), ',');
        ASSERT_EQ(records.size(), table.rows.size() + 1);
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            EXPECT_EQ(records[0][i], table.columns[i].name);
            for (std::size_t r = 0; r < table.rows.size(); ++r)
                expect_field(records[r + 1][i], table.rows[r].cells[i]);
        }
    }
}

TEST(Json, ReadsBackAsTheCells) {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed, "report");
        Report report;
        report.add(odd_table(random));
        const auto& table = std::get<Table>(report.parts[0]);
        const auto read = gradus::Json::parse(render(report, Format::json));
        const gradus::Json& rows = read.at(table.name);
        ASSERT_EQ(rows.size(), table.rows.size());
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
            for (std::size_t i = 0; i < table.columns.size(); ++i) {
                const Cell& cell = table.rows[r].cells[i];
                EXPECT_EQ(rows.at(r).at(table.columns[i].name),
                          cell.has_value() ? cell.value : gradus::Json());
            }
        }
    }
}

/// Whatever the cells hold, a row is a line of as many cells, and nothing opens an element.
TEST(PeoplesFormats, KeepTheirShape) {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed, "report");
        Report report;
        report.add(odd_table(random));
        const auto& table = std::get<Table>(report.parts[0]);
        const auto lines = static_cast<long>(table.rows.size() + 1 + (table.title.empty() ? 0 : 1));
        EXPECT_EQ(std::ranges::count(render(report, Format::text), '\n'), lines);
        std::size_t rows = 0;
        const std::string markdown = render(report, Format::markdown);
        for (std::size_t at = 0; at < markdown.size(); at = markdown.find('\n', at) + 1) {
            if (markdown[at] != '|') continue;
            ++rows;
            std::size_t bars = 0;
            for (std::size_t i = at; markdown[i] != '\n'; ++i) {
                if (markdown[i] == '|') ++bars;
                if (markdown[i] == '\\') ++i;  // escapes the next
            }
            EXPECT_EQ(bars, table.columns.size() + 1) << markdown;
        }
        EXPECT_EQ(rows, table.rows.size() + 2);
        const std::string html = render(report, Format::html);
        const std::string body = html.substr(html.find("</style>"));
        std::size_t cells = 0;
        for (std::size_t at = body.find("<td"); at != std::string::npos;
             at = body.find("<td", at + 1))
            ++cells;
        EXPECT_EQ(cells, table.rows.size() * table.columns.size());
    }
}

}  // namespace
}  // namespace gradus::report
