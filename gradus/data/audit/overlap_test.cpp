#include "gradus/data/audit/overlap.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/data/formats/csv.hpp"
#include "gradus/data/formats/letor.hpp"

namespace gradus {
namespace {

Dataset letor(std::string_view text, Gaps gaps = Gaps::zero) {
    return read_letor(TextSource::of_memory("data.txt", text), "", {.gaps = gaps});
}

Dataset csv(std::string_view text) {
    return read_csv(TextSource::of_memory("data.csv", text), "", ',', {});
}

struct Found {
    Sharing what;
    std::string first;
    std::string second;
    friend bool operator==(const Found&, const Found&) = default;
};

std::vector<Found> found(const Dataset& a, const Dataset& b) {
    std::vector<Found> result;
    for (const SharedQuery& shared : shared_queries(a, b, 2)) {
        result.push_back({shared.what,
                          std::string(a.query_ids[shared.first]),
                          std::string(b.query_ids[shared.second])});
    }
    return result;
}

constexpr std::string_view base =
    "1 qid:7 1:0.5 2:1\n0 qid:7 1:0.25 2:3\n0 qid:8 1:4 2:2\n1 qid:8 1:5 2:2\n";

TEST(Overlap, TellsTheSameQueryFromTheSameId) {
    const Dataset train = letor(base);
    // 7 is there in another order and with other grades, 8 has documents of its own, 9 is new
    const Dataset valid = letor(
        "2 qid:7 1:0.25 2:3\n0 qid:7 1:0.5 2:1\n0 qid:8 1:40 2:2\n1 qid:8 1:50 2:2\n1 qid:9 1:6\n");
    EXPECT_EQ(found(train, valid),
              (std::vector<Found>{{Sharing::features, "7", "7"}, {Sharing::id, "8", "8"}}));
    EXPECT_TRUE(found(train, letor("1 qid:1 1:0.5 2:1\n0 qid:1 1:0.3 2:3\n")).empty());
}

TEST(Overlap, FindsAQueryUnderAnotherId) {
    const Dataset other = letor("0 qid:70 1:0.25 2:3\n1 qid:70 1:0.5 2:1\n");
    EXPECT_EQ(found(letor(base), other), (std::vector<Found>{{Sharing::other_id, "7", "70"}}));
    // also where the id stands for something else in the first
    const Dataset crossed = letor("0 qid:8 1:0.25 2:3\n1 qid:8 1:0.5 2:1\n");
    EXPECT_EQ(found(letor(base), crossed), (std::vector<Found>{{Sharing::other_id, "7", "8"}}));
}

TEST(Overlap, HalfOfTheSmallerQueryIsEnough) {
    const Dataset train = letor("0 qid:1 1:1\n0 qid:1 1:2\n0 qid:1 1:3\n0 qid:1 1:4\n");
    EXPECT_EQ(found(train, letor("0 qid:1 1:1\n0 qid:1 1:9\n")),
              (std::vector<Found>{{Sharing::features, "1", "1"}}));
    EXPECT_EQ(found(train, letor("0 qid:1 1:1\n0 qid:1 1:8\n0 qid:1 1:9\n")),
              (std::vector<Found>{{Sharing::id, "1", "1"}}));
}

TEST(Overlap, DocumentsWithoutValuesSayNothing) {
    const Dataset train = letor("0 qid:1 1:0 2:0\n0 qid:1 1:0 2:0\n1 qid:1 1:1 2:1\n");
    EXPECT_EQ(found(train, letor("0 qid:1 1:0 2:0\n0 qid:1 1:0 2:0\n1 qid:1 1:3 2:1\n")),
              (std::vector<Found>{{Sharing::id, "1", "1"}}));
    EXPECT_TRUE(
        found(letor("0 qid:1 1:0\n0 qid:1 1:0\n"), letor("0 qid:2 1:0\n0 qid:2 1:0\n")).empty());
    // and documents that are all alike do not make a query
    EXPECT_TRUE(
        found(letor("0 qid:1 1:1\n0 qid:1 1:1\n"), letor("0 qid:2 1:1\n0 qid:2 1:1\n")).empty());
}

TEST(Overlap, IdsOfDocumentsCountWhereFeaturesDiffer) {
    const Dataset train = letor("0 qid:1 1:1 #docid = a\n0 qid:1 1:2 #docid = b\n");
    const Dataset scaled = letor("0 qid:1 1:10 #docid = b\n0 qid:1 1:20 #docid = a\n");
    EXPECT_EQ(found(train, scaled), (std::vector<Found>{{Sharing::documents, "1", "1"}}));
    const Dataset other = letor("0 qid:1 1:10 #docid = x\n0 qid:1 1:20 #docid = y\n");
    EXPECT_EQ(found(train, other), (std::vector<Found>{{Sharing::id, "1", "1"}}));
}

TEST(Overlap, ASparseFileMayEndEarlier) {
    const Dataset wide = letor("0 qid:1 1:1 2:0 3:0\n0 qid:1 1:2 2:0 3:0\n0 qid:2 3:1\n");
    const Dataset narrow = letor("0 qid:1 1:1\n0 qid:1 1:2\n", Gaps::missing);
    EXPECT_EQ(found(wide, narrow), (std::vector<Found>{{Sharing::features, "1", "1"}}));
}

TEST(Overlap, NamesOfFeaturesDecideWhereBothHaveThem) {
    const Dataset train = csv("query,grade,a,b\nq,0,1,2\nq,1,3,4\n");
    EXPECT_EQ(found(train, csv("query,grade,b,a\nq,0,2,1\nq,1,4,3\n")),
              (std::vector<Found>{{Sharing::features, "q", "q"}}));
    EXPECT_EQ(found(train, csv("query,grade,b,a\nq,0,1,2\nq,1,3,4\n")),
              (std::vector<Found>{{Sharing::id, "q", "q"}}));
    EXPECT_EQ(found(train, letor("0 qid:q 1:1 2:2\n1 qid:q 1:3 2:4\n")),
              (std::vector<Found>{{Sharing::features, "q", "q"}}));
}

TEST(Overlap, FindsRepeatedQueriesInOneFile) {
    const Dataset data = letor(std::string(base) + "0 qid:9 1:0.25 2:3\n1 qid:9 1:0.5 2:1\n");
    const std::vector<SharedQuery> repeated = repeated_queries(data, 3);
    ASSERT_EQ(repeated.size(), 1U);
    EXPECT_EQ(repeated[0].first, 0U);
    EXPECT_EQ(repeated[0].second, 2U);
    EXPECT_TRUE(repeated_queries(letor(base), 1).empty());
}

TEST(Overlap, PrintsAreTheSameForAnyNumberOfThreads) {
    std::string text;
    for (int i = 0; i < 5000; ++i) {
        text += "0 qid:" + std::to_string(i / 7) + " 1:" + std::to_string(i % 13) +
                " 2:" + std::to_string(i) + "\n";
    }
    const Dataset data = letor(text);
    const QueryPrints one = query_prints(data, false, 1);
    const QueryPrints five = query_prints(data, false, 5);
    EXPECT_EQ(one.documents, five.documents);
    EXPECT_EQ(one.queries, five.queries);
    EXPECT_EQ(shared_queries(data, data, 4).size(), data.queries());
}

}  // namespace
}  // namespace gradus
