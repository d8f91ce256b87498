#include "gradus/data/clicks/query_groups.hpp"

#include <string>

#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus {
namespace {

TEST(NormalisedQuery, FoldsCaseAndBlanks) {
    EXPECT_EQ(normalised_query("  New \t YORK\n"), "new york");
    EXPECT_EQ(normalised_query(""), "");
    EXPECT_EQ(normalised_query(" \t "), "");
    EXPECT_EQ(normalised_query("a\u00A0\u3000b\u2003"), "a b");
}

TEST(NormalisedQuery, FoldsLatinGreekAndCyrillicLetters) {
    EXPECT_EQ(normalised_query("ÀÖØÞ×ĀŐŸŽſĹň"), "àöøþ×āőÿžsĺň");
    EXPECT_EQ(normalised_query("ΆΩΣΑΣς"), "άωσασσ");
    EXPECT_EQ(normalised_query("ЁЖЯҐӁ"), "ёжяґӂ");
    EXPECT_EQ(normalised_query("ȘȚ VIỆT ƠƯ"), "șț việt ơư");
    EXPECT_EQ(normalised_query("straße 東京 İ"), "straße 東京 İ");
}

TEST(NormalisedQuery, KeepsBytesThatAreNotUtf8) {
    EXPECT_EQ(normalised_query("A\xff\xc3 \xe2\x80"), "a\xff\xc3 \xe2\x80");
    EXPECT_EQ(normalised_query("\xF0\x9F\x98\x80 X"), "\xF0\x9F\x98\x80 x");
}

TEST(QueryGroups, AreTheTextsWhereNothingIsMapped) {
    EXPECT_EQ(QueryGroups(true).of("Blue  Shoes"), "blue shoes");
    EXPECT_EQ(QueryGroups(false).of("Blue  Shoes"), "Blue  Shoes");
}

TEST(QueryGroups, FollowTheFile) {
    const testing::TemporaryFolder folder;
    const std::string path = folder.write(
        "similar.tsv", "NYC\tnew york\r\n\nbig  apple\tNew York\nnew york\tnew york\n");
    const QueryGroups groups(true, path);
    for (const std::string query : {"nyc", "Big Apple", "NEW YORK"}) {
        EXPECT_EQ(groups.of(query), "new york") << query;
    }
    EXPECT_EQ(groups.of("apple"), "apple");
    const QueryGroups as_written(false, path);
    EXPECT_EQ(as_written.of("nyc"), "nyc");
    EXPECT_EQ(as_written.of("big  apple"), "New York");
}

TEST(QueryGroups, NameThePlaceAndTheProblem) {
    const testing::TemporaryFolder folder;
    const auto check = [&](std::string_view content, const std::string& expected) {
        const std::string path = folder.write("similar.tsv", content);
        try {
            const QueryGroups groups(true, path);
            FAIL() << content;
        } catch (const Error& error) {
            EXPECT_EQ(error.what(), path + expected);
        }
    };
    check("a\tb\nc d\n", ":2: 'c d' is not a query and its group; write query<TAB>group");
    check("a\t \n", ":1: 'a\\x09 ' is not a query and its group; write query<TAB>group");
    check("a\tb\tc\n", ":1: 'a\\x09b\\x09c' is not a query and its group; write query<TAB>group");
    check("a\tb\nA\tc\n", ":2: query 'a' is in the groups 'b' and 'c'; put a query into one group");
    check(
        "a\tb\nb\tc\n",
        ":1: the group 'b' is itself a query of the group 'c'; name the last group in both lines");
}

}  // namespace
}  // namespace gradus
