#include "gradus/data/transforms/split.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/letor_text.hpp"

namespace gradus {
namespace {

using testing::error_message;
using testing::letor_data;

std::vector<std::size_t> sizes_of(const std::vector<QueryList>& parts) {
    std::vector<std::size_t> sizes;
    for (const QueryList& part : parts) sizes.push_back(part.size());
    return sizes;
}

void expect_partition(const std::vector<QueryList>& parts, std::size_t queries) {
    QueryList all;
    for (const QueryList& part : parts) {
        EXPECT_FALSE(part.empty());
        EXPECT_TRUE(std::ranges::is_sorted(part));
        all.insert(all.end(), part.begin(), part.end());
    }
    std::ranges::sort(all);
    QueryList expected(queries);
    std::iota(expected.begin(), expected.end(), std::size_t{0});
    EXPECT_EQ(all, expected);
}

TEST(EqualParts, InFileOrderHaveTheSizesOfLetor) {
    using Sizes = std::vector<std::size_t>;
    const auto sizes = [](std::size_t queries) {
        return sizes_of(equal_parts(queries, 5, QueryOrder::file, 1));
    };
    EXPECT_EQ(sizes(784), (Sizes{157, 157, 157, 157, 156}));   // MQ2008
    EXPECT_EQ(sizes(1692), (Sizes{339, 339, 339, 339, 336}));  // MQ2007
    EXPECT_EQ(sizes(106), (Sizes{21, 21, 21, 21, 22}));        // OHSUMED
    EXPECT_EQ(sizes(12), (Sizes{2, 2, 2, 2, 4}));
    EXPECT_EQ(sizes(5), (Sizes{1, 1, 1, 1, 1}));
}

TEST(EqualParts, InFileOrderAreConsecutive) {
    EXPECT_EQ(equal_parts(8, 3, QueryOrder::file, 1),
              (std::vector<QueryList>{{0, 1, 2}, {3, 4, 5}, {6, 7}}));
}

TEST(EqualParts, HoldEveryQueryOnceForAnySizes) {
    Random random(5, "split test");
    for (int trial = 0; trial < 300; ++trial) {
        const std::size_t count = 2 + random.below(9);
        const std::size_t queries = count + random.below(60);
        for (const QueryOrder order : {QueryOrder::file, QueryOrder::shuffled}) {
            const auto parts = equal_parts(queries, count, order, random.bits64());
            SCOPED_TRACE(fmt::format("{} queries, {} parts", queries, count));
            ASSERT_EQ(parts.size(), count);
            expect_partition(parts, queries);
            if (order == QueryOrder::shuffled) {
                const auto [least, most] = std::ranges::minmax(sizes_of(parts));
                EXPECT_LE(most - least, 1U);
            }
        }
    }
}

TEST(EqualParts, DependOnTheSeedAlone) {
    const auto parts = equal_parts(100, 5, QueryOrder::shuffled, 1);
    EXPECT_EQ(parts, equal_parts(100, 5, QueryOrder::shuffled, 1));
    EXPECT_NE(parts, equal_parts(100, 5, QueryOrder::shuffled, 2));
    EXPECT_NE(parts, equal_parts(100, 5, QueryOrder::file, 1));
}

TEST(EqualParts, NeedAsManyQueries) {
    EXPECT_EQ(error_message([] { equal_parts(4, 5, QueryOrder::shuffled, 1); }),
              "5 parts cannot be made of 4 queries; ask for fewer folds, or give more data");
}

TEST(PartsByShares, RoundAtEachBorder) {
    const std::vector<double> shares = {0.6, 0.2, 0.2};
    EXPECT_EQ(sizes_of(parts_by_shares(10, shares, QueryOrder::file, 1)),
              (std::vector<std::size_t>{6, 2, 2}));
    EXPECT_EQ(sizes_of(parts_by_shares(784, shares, QueryOrder::shuffled, 1)),
              (std::vector<std::size_t>{470, 157, 157}));
    expect_partition(parts_by_shares(784, shares, QueryOrder::shuffled, 1), 784);
    const std::vector<double> thirds = {0.333333, 0.333333, 0.333334};
    EXPECT_EQ(sizes_of(parts_by_shares(9, thirds, QueryOrder::file, 1)),
              (std::vector<std::size_t>{3, 3, 3}));
}

TEST(PartsByShares, RefuseSharesThatMakeNoSense) {
    const auto message = [](std::vector<double> shares, std::size_t queries) {
        return error_message([&] { parts_by_shares(queries, shares, QueryOrder::file, 1); });
    };
    EXPECT_EQ(message({0.6, 0.2, 0.1}, 10),
              "the shares add up to 0.9, not 1; give shares such as 0.6,0.2,0.2");
    EXPECT_EQ(message({1.2, -0.2}, 10),
              "the share -0.2 is not above 0; give every part a share of the queries");
    EXPECT_EQ(message({0.98, 0.01, 0.01}, 10),
              "a share of 0.01 of 10 queries has no queries; give a larger share, or more data");
}

TEST(RotateParts, IsTheTableOfLetor) {
    const std::vector<QueryList> parts = {{1}, {2}, {3}, {4}, {5}};
    const auto folds = rotate_parts(parts, true);
    const std::vector<std::vector<QueryList>> table = {{{1, 2, 3}, {4}, {5}},
                                                       {{2, 3, 4}, {5}, {1}},
                                                       {{3, 4, 5}, {1}, {2}},
                                                       {{4, 5, 1}, {2}, {3}},
                                                       {{5, 1, 2}, {3}, {4}}};
    ASSERT_EQ(folds.size(), 5U);
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_EQ((std::vector<QueryList>{folds[i].train, folds[i].vali, folds[i].test}), table[i]);
    }
}

TEST(RotateParts, TestEveryQueryOnceAndMixNothing) {
    for (std::size_t count = 3; count < 9; ++count) {
        for (const bool with_vali : {true, false}) {
            const auto parts = equal_parts(50, count, QueryOrder::shuffled, count);
            std::vector<QueryList> tests;
            for (const Fold& fold : rotate_parts(parts, with_vali)) {
                tests.push_back(fold.test);
                QueryList all = fold.train;
                all.insert(all.end(), fold.vali.begin(), fold.vali.end());
                all.insert(all.end(), fold.test.begin(), fold.test.end());
                EXPECT_EQ(all.size(), 50U);
                EXPECT_EQ(std::set(all.begin(), all.end()).size(), 50U);
                EXPECT_EQ(fold.vali.empty(), !with_vali);
            }
            expect_partition(tests, 50);
        }
    }
}

TEST(JoinParts, IsTheReadingOfTheJoinedText) {
    const std::string a = "1 qid:1 1:1 3:2 # a\n0 qid:1 1:2 3:1\n";
    const std::string b = "2 qid:7 1:5 3:5\n";
    const std::vector<Dataset> parts = [&] {
        std::vector<Dataset> both;
        both.push_back(letor_data(a));
        both.push_back(letor_data(b));
        return both;
    }();
    const std::vector<std::string> names = {"a.txt", "b.txt"};
    const JoinedParts joined = join_parts(parts, names, 0.0F);
    EXPECT_TRUE(same_content(joined.data, letor_data(a + b)));
    EXPECT_EQ(joined.parts, (std::vector<QueryList>{{0}, {1}}));
}

TEST(JoinParts, FillsTheFeaturesThatAPartLacks) {
    std::vector<Dataset> parts;
    parts.push_back(letor_data("1 qid:1 1:1\n"));
    parts.push_back(letor_data("2 qid:7 1:5 3:5\n"));
    const std::vector<std::string> names = {"a.txt", "b.txt"};
    EXPECT_EQ(join_parts(parts, names, 0.0F).data.features.row(0)[2], 0.0F);
    const float missing = std::numeric_limits<float>::quiet_NaN();
    EXPECT_TRUE(std::isnan(join_parts(parts, names, missing).data.features.row(0)[1]));
}

TEST(JoinParts, RefusesPartsThatDoNotFit) {
    std::vector<Dataset> parts;
    parts.push_back(letor_data("1 qid:1 1:1\n"));
    parts.push_back(letor_data("2 qid:1 1:5 3:5\n"));
    const std::vector<std::string> names = {"a.txt", "b.txt"};
    EXPECT_EQ(
        error_message([&] { join_parts(parts, names, 0.0F); }),
        "b.txt: query 1 is also in a.txt, with other documents; bring the documents of a query "
        "into one part, or give different queries different ids");
    parts[1] = letor_data("2 qid:1 1:5 2:0\n0 qid:3 1:1\n");
    parts[0] = letor_data("0 qid:1 1:5\n");
    EXPECT_EQ(error_message([&] { join_parts(parts, names, 0.0F); }),
              "b.txt: query 1 is also in a.txt, with the same documents (1 such query in all); "
              "give parts that share no query");
    parts[1] = letor_data("2 qid:2 1:5\n");
    parts[1].weights = {1.0F};
    EXPECT_EQ(error_message([&] { join_parts(parts, names, 0.0F); }),
              "a.txt: it has no weights, but b.txt has; give all parts such a file, or none");
    parts[1].feature_names = {"bm25"};
    EXPECT_EQ(error_message([&] { join_parts(parts, names, 0.0F); }),
              "b.txt: its features have other names than those of a.txt; give parts with the same "
              "columns");
}

}  // namespace
}  // namespace gradus
