#include "gradus/data/transforms/from_runs.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/base/random.hpp"
#include "gradus/data/formats/qrels.hpp"
#include "gradus/data/formats/run.hpp"

namespace gradus {
namespace {

using ::testing::ElementsAre;

Judgments judgments_of(const std::string& text) {
    return read_qrels(TextSource::of_memory("a.qrels", text));
}

SourceRun run_of(const std::string& source, const std::string& text) {
    return {source, read_run(TextSource::of_memory(source, text))};
}

/// Everything that the data holds, by query (in order) and document.
struct Row {
    std::string query;
    std::string document;
    float grade;
    std::vector<std::optional<float>> features;
    friend bool operator==(const Row&, const Row&) = default;
};

std::vector<Row> rows_of(const Dataset& data) {
    std::vector<Row> rows;
    for (std::size_t query = 0; query < data.queries(); ++query) {
        for (std::size_t i = data.query_begins[query]; i < data.query_begins[query + 1]; ++i) {
            rows.push_back({std::string(data.query_ids[query]),
                            std::string(data.document_ids[i]),
                            data.grades()[i],
                            {}});
            for (const float value : data.features.row(i)) {
                rows.back().features.push_back(std::isnan(value) ? std::nullopt
                                                                 : std::optional(value));
            }
        }
    }
    return rows;
}

/// query -> document -> value
using Values = std::map<std::string, std::map<std::string, double>>;

/// The construction by its definition.
std::vector<Row> rows_by_definition(const std::vector<std::string>& queries,
                                    const Values& grades,
                                    const std::vector<Values>& runs,
                                    const FromRunsOptions& options) {
    std::vector<Row> rows;
    for (const std::string& query : queries) {
        std::set<std::string> documents;
        for (const Values& run : runs) {
            if (!run.contains(query)) continue;
            std::set<std::pair<double, std::string>, std::greater<>> ranking;
            for (const auto& [document, score] : run.at(query)) ranking.emplace(score, document);
            std::size_t taken = 0;
            for (const auto& [score, document] : ranking) {
                if (taken++ < options.depth) documents.insert(document);
            }
        }
        for (const std::string& document : documents) {
            const bool judged = grades.at(query).contains(document);
            if (!judged && options.unjudged == Unjudged::drop) continue;
            Row row{query, document, 0.0F, {}};
            if (judged)
                row.grade = std::max(0.0F, static_cast<float>(grades.at(query).at(document)));
            for (const Values& run : runs) {
                const bool returned = run.contains(query) && run.at(query).contains(document);
                row.features.push_back(
                    returned ? std::optional(static_cast<float>(run.at(query).at(document)))
                             : std::nullopt);
            }
            rows.push_back(row);
        }
    }
    return rows;
}

TEST(FromRuns, AgreesWithTheDefinitionOnRandomRuns) {
    std::size_t compared = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed, "from runs");
        std::string qrels;
        std::vector<std::string> queries;
        Values grades;
        const std::size_t judged_queries = 1 + random.below(4);
        for (std::size_t query = judged_queries; query > 0; --query) {  // not in rising order
            const std::string id = "q" + std::to_string(query);
            queries.push_back(id);
            for (std::size_t document = 0; document < 30; ++document) {
                if (document > 0 && random.chance(0.5)) continue;
                const int grade = static_cast<int>(random.below(5)) - 2;
                const std::string name = "D" + std::to_string(document);
                qrels += id + " 0 " + name + " " + std::to_string(grade) + "\n";
                grades[id][name] = grade;
            }
        }
        std::vector<Values> values(1 + random.below(4));
        std::vector<SourceRun> runs;
        for (std::size_t run = 0; run < values.size(); ++run) {
            std::string text;
            const double share = random.uniform();
            for (std::size_t query = 0; query < 5; ++query) {
                if (random.chance(0.2)) continue;
                for (std::size_t document = 0; document < 40; ++document) {
                    if (!random.chance(share)) continue;
                    const auto score = static_cast<double>(random.below(9)) / 4.0 - 1.0;
                    const std::string id = "q" + std::to_string(query);
                    const std::string name = "D" + std::to_string(document);
                    text += id + " Q0 " + name + " 1 " + std::to_string(score) + " t\n";
                    values[run][id][name] = score;
                }
            }
            if (text.empty()) {  // a run file is never empty
                text = "other Q0 D0 1 1 t\n";
                values[run]["other"]["D0"] = 1.0;
            }
            runs.push_back(run_of("r" + std::to_string(run), text));
        }
        const FromRunsOptions options{
            .depth = 1 + random.below(20),
            .unjudged = random.chance(0.5) ? Unjudged::drop : Unjudged::nonrelevant};
        const std::vector<Row> expected = rows_by_definition(queries, grades, values, options);
        if (expected.empty()) continue;
        const FromRuns made = dataset_from_runs(judgments_of(qrels), runs, options);
        ASSERT_TRUE(rows_of(made.data) == expected) << "seed " << seed;
        std::set<std::string> kept;
        for (const Row& row : expected) kept.insert(row.query);
        EXPECT_EQ(made.queries_without_documents, queries.size() - kept.size());
        std::set<std::string> others;
        for (const Values& run : values) {
            for (const auto& [query, documents] : run) {
                if (!grades.contains(query)) others.insert(query);
            }
        }
        EXPECT_EQ(made.queries_without_judgments, others.size());
        EXPECT_EQ(made.negative_grades,
                  static_cast<std::size_t>(std::ranges::count_if(expected, [&](const Row& row) {
                      const auto& judged = grades.at(row.query);
                      return judged.contains(row.document) && judged.at(row.document) < 0;
                  })));
        ++compared;
    }
    EXPECT_GT(compared, 250U);
}

TEST(FromRuns, NamesFeaturesByTagAndTakesScoresBelowTheDepthToo) {
    const std::vector<SourceRun> runs = {
        run_of("a.run", "1 Q0 x 1 3 first\n1 Q0 y 2 2 first\n1 Q0 z 3 1 first\n"),
        run_of("b.run", "1 Q0 z 1 0.5 second\n")};
    const FromRuns made = dataset_from_runs(judgments_of("1 0 x 2\n"), runs, {.depth = 1});
    EXPECT_THAT(made.data.feature_names, ElementsAre("first", "second"));
    const std::vector<Row> expected = {{"1", "x", 2.0F, {3.0F, std::nullopt}},
                                       {"1", "z", 0.0F, {1.0F, 0.5F}}};
    EXPECT_TRUE(rows_of(made.data) == expected);
    EXPECT_EQ(made.unjudged_documents, 1U);
}

TEST(FromRuns, TakesTheLargerIdFirstWhenScoresAreEqual) {
    const std::vector<SourceRun> runs = {run_of("a.run",
                                                "1 Q0 D1 1 7 t\n1 Q0 D9 2 7 t\n"
                                                "1 Q0 D10 3 7 t\n")};
    const FromRuns made = dataset_from_runs(judgments_of("1 0 x 2\n"), runs, {.depth = 2});
    ASSERT_EQ(made.data.documents(), 2U);
    EXPECT_EQ(made.data.document_ids[0], "D10");
    EXPECT_EQ(made.data.document_ids[1], "D9");
}

TEST(FromRuns, FindsShortRunsOverTheQueriesThatSomeRunAnswers) {
    const Judgments judgments = judgments_of("1 0 x 1\n2 0 x 1\n3 0 x 1\n");
    const std::vector<SourceRun> runs = {
        run_of("long", "1 Q0 a 1 1 t\n1 Q0 b 1 1 t\n2 Q0 a 1 1 t\n2 Q0 b 1 1 t\n9 Q0 a 1 1 t\n"),
        run_of("lacks 2", "1 Q0 a 1 1 t\n1 Q0 b 1 1 t\n"),
        run_of("short", "1 Q0 a 1 1 t\n1 Q0 b 1 1 t\n2 Q0 a 1 1 t\n")};
    EXPECT_THAT(find_short_runs(judgments, runs, 2), ElementsAre(false, true, true));
    EXPECT_THAT(find_short_runs(judgments, runs, 1), ElementsAre(false, true, false));
}

TEST(FromRuns, RefusesWhatCannotBecomeData) {
    const auto refusal = [](const std::function<void()>& act) -> std::string {
        try {
            act();
        } catch (const Error& error) {
            return error.what();
        }
        return "no complaint";
    };
    const std::vector<SourceRun> runs = {run_of("a.run", "1 Q0 a 1 1e39 t\n"),
                                         run_of("b.run", "1 Q0 a 1 1 t\n")};
    EXPECT_EQ(refusal([&] { require_different_tags(runs); }),
              "b.run: its tag t is also the tag of a.run; give each run once and with a tag of its "
              "own, or say 'names=file'");
    EXPECT_EQ(refusal([&] { dataset_from_runs(judgments_of("1 0 a 1\n"), runs, {}); }),
              "a.run: score 1e+39 of document a for query 1 does not fit a 32-bit float; scale the "
              "scores down");
    EXPECT_EQ(refusal([&] { dataset_from_runs(judgments_of("2 0 a 1\n"), runs, {}); }),
              "the runs have no document for the queries of the judgments; check that runs and "
              "judgments are of the same queries");
    EXPECT_EQ(refusal([&] { read_tag_list(TextSource::of_memory("list", "a\nb c\n")); }),
              "list:2: unexpected 'c' after the tag b; write one tag a line");
}

TEST(TagList, SkipsCommentsAndBlankLines) {
    const std::vector<ListedTag> list =
        read_tag_list(TextSource::of_memory("list", "# a\n\n  b#1  # manual\r\nc"));
    ASSERT_EQ(list.size(), 2U);
    EXPECT_EQ(list[0].tag, "b#1");
    EXPECT_EQ(list[0].line, 3U);
    EXPECT_EQ(list[1].tag, "c");
    EXPECT_EQ(list[1].line, 4U);
}

}  // namespace
}  // namespace gradus
