#include "gradus/base/error.hpp"

#include <gtest/gtest.h>

namespace gradus {
namespace {

TEST(Error, ReadsWhereWhatRemedy) {
    const Error error(
        {"train.txt", 12, 31}, "feature 9 comes after feature 12", "sort the features");
    EXPECT_STREQ(error.what(),
                 "train.txt:12:31: feature 9 comes after feature 12; sort the features");
}

TEST(Error, LeavesOutUnknownPlaces) {
    EXPECT_STREQ(Error({"train.txt"}, "is empty", "give a file with data").what(),
                 "train.txt: is empty; give a file with data");
    EXPECT_STREQ(Error({}, "no measure given", "").what(), "no measure given");
}

TEST(Error, IsOfInputUnlessThePlaceIsWhatTheUserTyped) {
    EXPECT_EQ(Error({"train.txt", 12}, "is empty", "").kind(), ErrorKind::input);
    const Error typed(Where::typed("option --set trees=x"), "is not a number", "write one");
    EXPECT_EQ(typed.kind(), ErrorKind::usage);
    EXPECT_STREQ(typed.what(), "option --set trees=x: is not a number; write one");
}

TEST(Error, ExcerptIsShortAndPrintable) {
    EXPECT_EQ(excerpt("abc"), "abc");
    EXPECT_EQ(excerpt(std::string_view("a\0b\n", 4)), "a\\x00b\\x0a");
    EXPECT_EQ(excerpt(std::string(1000, 'x')), std::string(40, 'x') + "...");
}

}  // namespace
}  // namespace gradus
