#include "gradus/data/transforms/top_k.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/base/text_source.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/letor_text.hpp"

namespace gradus {
namespace {

using testing::error_message;
using testing::letor_data;

using Labels = std::vector<float>;
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

TopKLabels from_list(const Dataset& data, std::string_view list, std::size_t k) {
    return top_k_from_list(data, TextSource::of_memory("order.txt", list), k);
}

const std::string three_documents = "0 qid:7 1:1 # a\n2 qid:7 1:1 # b\n1 qid:7 1:1 # c\n";

TEST(TopK, CountsDownFromKAndRunsOut) {
    const Dataset data = letor_data(three_documents);
    EXPECT_EQ(top_k_from_grades(data, 10, 1, 1).labels, (Labels{8, 10, 9}));
    EXPECT_EQ(top_k_from_grades(data, 2, 1, 1).labels, (Labels{0, 2, 1}));
    EXPECT_EQ(top_k_from_grades(data, 1, 1, 1).labels, (Labels{0, 1, 0}));
}

TEST(TopK, FromGradesIsAFullOrderThatKeepsTheGrades) {
    Random random(11, "top-k test");
    for (int trial = 0; trial < 50; ++trial) {
        std::string text;
        for (int query = 0; query < 5; ++query) {
            const std::size_t size = 1 + random.below(15);
            for (std::size_t i = 0; i < size; ++i) {
                text += fmt::format("{} qid:{} 1:0\n", random.below(3), query);
            }
        }
        const Dataset data = letor_data(text);
        const std::size_t k = 1 + random.below(12);
        const auto labels = top_k_from_grades(data, k, random.bits64(), 1).labels;
        for (std::size_t query = 0; query < data.queries(); ++query) {
            const std::size_t begin = data.query_begins[query];
            const std::size_t size = data.query_size(query);
            Labels given(labels.begin() + static_cast<std::ptrdiff_t>(begin),
                         labels.begin() + static_cast<std::ptrdiff_t>(begin + size));
            for (std::size_t a = 0; a < size; ++a) {
                for (std::size_t b = 0; b < size; ++b) {
                    if (data.grades()[begin + a] > data.grades()[begin + b]) {
                        EXPECT_GE(given[a], given[b]);
                    }
                }
            }
            std::ranges::sort(given, std::greater<>());
            Labels expected(size);
            for (std::size_t i = 0; i < size; ++i) {
                expected[i] = i < k ? static_cast<float>(k - i) : 0.0F;
            }
            EXPECT_EQ(given, expected);
        }
    }
}

TEST(TopK, DrawsEveryOrderOfEqualGradesEquallyOften) {
    const Dataset data = letor_data("0 qid:7 1:1\n0 qid:7 1:1\n0 qid:7 1:1\n");
    std::map<Labels, int> seen;
    for (std::uint32_t draw = 0; draw < 6000; ++draw) {
        ++seen[top_k_from_grades(data, 3, 1, draw).labels];
    }
    EXPECT_EQ(seen.size(), 6U);
    // 1000 expected, standard deviation 29: five of them are never left by chance.
    for (const auto& [labels, count] : seen) EXPECT_NEAR(count, 1000, 150);
}

TEST(TopK, DrawsDependOnSeedDrawAndQueryOnly) {
    std::string one;
    for (int i = 0; i < 30; ++i) one += "1 qid:x 1:1\n";
    const Dataset alone = letor_data(one);
    const Dataset behind = letor_data("1 qid:a 1:1\n" + one);
    const Labels labels = top_k_from_grades(alone, 10, 1, 1).labels;
    const Labels both = top_k_from_grades(behind, 10, 1, 1).labels;
    EXPECT_EQ(labels, Labels(both.begin() + 1, both.end()));
    EXPECT_NE(labels, top_k_from_grades(alone, 10, 1, 2).labels);
    EXPECT_NE(labels, top_k_from_grades(alone, 10, 2, 1).labels);
}

TEST(TopK, FromRanksKeepsTheOrderAcrossGapsAndMissingRanks) {
    const Dataset data = letor_data(three_documents + "0 qid:8 1:1\n");
    const auto result = top_k_from_ranks(data, {"rank", {40, nan, 7, nan}}, 3);
    EXPECT_EQ(result.labels, (Labels{2, 0, 3, 0}));
    EXPECT_EQ(result.queries_without_order, 1U);
}

TEST(TopK, FromRanksRefusesWhatIsNoRank) {
    const Dataset data = letor_data(three_documents);
    const auto message = [&](Labels ranks) {
        return error_message([&] { top_k_from_ranks(data, {"rank", ranks}, 3); });
    };
    EXPECT_EQ(message({0, 1, 2}),
              "label column 'rank': document a of query 7 has rank 0; ranks are whole numbers from "
              "1");
    EXPECT_EQ(message({1, 2.5, 3}),
              "label column 'rank': document b of query 7 has rank 2.5; ranks are whole numbers "
              "from 1");
    EXPECT_EQ(message({3, 1, 3}),
              "label column 'rank': documents a and c of query 7 share rank 3; give each document "
              "of a query a rank of its own, or none");
}

TEST(TopK, FromAListTakesQueriesInAnyOrder) {
    const Dataset data = letor_data(three_documents + "0 qid:8 1:1\n0 qid:8 1:2\n1 qid:9 1:1\n");
    const auto result = from_list(data, "7 c\n8 1\r\n\n 7\ta \n", 10);
    EXPECT_EQ(result.labels, (Labels{9, 0, 10, 0, 10, 0}));
    EXPECT_EQ(result.queries_without_order, 1U);
}

TEST(TopK, FromAListIsTheSameAsFromRanks) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        Random random(seed, "top-k list");
        std::string text;
        std::string list;
        LabelColumn ranks{"rank", {}};
        for (int query = 0; query < 4; ++query) {
            std::vector<int> order(1 + random.below(12));
            std::iota(order.begin(), order.end(), 0);
            random.shuffle(std::span(order));
            const std::size_t ranked = random.below(order.size() + 1);
            Labels of_query(order.size(), nan);
            for (std::size_t i = 0; i < order.size(); ++i) {
                text += fmt::format("0 qid:{} 1:0 # d{}\n", query, i);
                if (i >= ranked) continue;
                of_query[static_cast<std::size_t>(order[i])] = static_cast<float>(i + 1);
                list += fmt::format("{} d{}\n", query, order[i]);
            }
            ranks.values.append(of_query);
        }
        const Dataset data = letor_data(text);
        EXPECT_EQ(from_list(data, list, 5).labels, top_k_from_ranks(data, ranks, 5).labels)
            << "seed " << seed;
    }
}

TEST(TopK, AListNamesTheLineThatIsWrong) {
    const Dataset data = letor_data(three_documents + "0 qid:7 1:5 # c\n");
    const auto message = [&](std::string_view list) {
        return error_message([&] { from_list(data, list, 3); });
    };
    EXPECT_EQ(message("7 a\n\n7 x\n"),
              "order.txt:3: query 7 has no document x; list the documents of the data only");
    EXPECT_EQ(message("6 a\n"),
              "order.txt:1: the data has no query 6; list the queries of the data only");
    EXPECT_EQ(message("7 a\n7 b\n7 a\n"),
              "order.txt:3: document a of query 7 was listed before, on line 1; list a document "
              "once");
    EXPECT_EQ(message("7 c\n"),
              "order.txt:1: query 7 has several documents c; give the documents of a query "
              "different ids");
    EXPECT_EQ(message("7 a b\n"),
              "order.txt:1: the line is not 'query document'; write two words a line, the best "
              "document of a query first");
}

TEST(TopK, RefusesKZeroAndMissingGrades) {
    Dataset data = letor_data(three_documents);
    EXPECT_EQ(error_message([&] { top_k_from_grades(data, 0, 1, 1); }),
              "k: k = 0 is not a number from 1 to 16777216; the usual k is 10");
    data.labels[0].values[1] = nan;
    EXPECT_EQ(error_message([&] { top_k_from_grades(data, 3, 1, 1); }),
              "document b of query 7 has no grade; give every document a grade");
}

}  // namespace
}  // namespace gradus
