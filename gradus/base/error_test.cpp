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
    const Error typed(Where::typed("measure 'ndgc'"), "unknown name", "write another");
    EXPECT_EQ(typed.kind(), ErrorKind::usage);
    EXPECT_STREQ(typed.what(), "measure 'ndgc': unknown name; write another");
    EXPECT_EQ(Error(Where::parameter("trees"), "is not a number", "").kind(), ErrorKind::usage);
}

TEST(Error, HasItsPartsAsFields) {
    const Error error(Where::parameter("trees", "x"),
                      "`trees` is not a number",
                      "write `trees=200`",
                      Topic::learner_parameters);
    EXPECT_EQ(error.where().source, "trees");
    EXPECT_TRUE(error.where().is_parameter);
    EXPECT_EQ(error.where().value, "x");
    EXPECT_EQ(error.problem(), "`trees` is not a number");
    EXPECT_EQ(error.remedy(), "write `trees=200`");
    EXPECT_EQ(error.topic(), Topic::learner_parameters);
    EXPECT_EQ(error.message(), "trees: `trees` is not a number; write `trees=200`");
    EXPECT_STREQ(error.what(), "trees: 'trees' is not a number; write 'trees=200'");
    EXPECT_FALSE(Error({"`for`", 3}, "is empty", "").where().is_parameter);
    EXPECT_STREQ(Error({"`for`", 3}, "is empty", "").what(), "`for`:3: is empty");
}

TEST(Error, ExcerptIsShortAndPrintable) {
    EXPECT_EQ(excerpt("abc"), "abc");
    EXPECT_EQ(excerpt(std::string_view("a\0b\n", 4)), "a\\x00b\\x0a");
    EXPECT_EQ(excerpt(std::string(1000, 'x')), std::string(40, 'x') + "...");
}

}  // namespace
}  // namespace gradus
