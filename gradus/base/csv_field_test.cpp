#include "gradus/base/csv_field.hpp"

#include <gtest/gtest.h>

namespace gradus {
namespace {

std::string field(std::string_view text, char separator = ',') {
    std::string out;
    append_csv_field(out, text, separator);
    return out;
}

TEST(CsvField, StandsInQuotesOnlyWhereItMust) {
    EXPECT_EQ(field(""), "");
    EXPECT_EQ(field("plain text; it's"), "plain text; it's");
    EXPECT_EQ(field("a,b"), "\"a,b\"");
    EXPECT_EQ(field("a,b", ';'), "a,b");
    EXPECT_EQ(field("a\tb", '\t'), "\"a\tb\"");
    EXPECT_EQ(field("say \"no\""), "\"say \"\"no\"\"\"");
    EXPECT_EQ(field("two\nlines"), "\"two\nlines\"");
    EXPECT_EQ(field("\r"), "\"\r\"");
}

TEST(CsvField, KeepsBlanksAtItsEnds) {
    EXPECT_EQ(field(" a"), "\" a\"");
    EXPECT_EQ(field("a\t"), "\"a\t\"");
}

}  // namespace
}  // namespace gradus
