#include "gradus/base/utf8.hpp"

#include <gtest/gtest.h>

namespace gradus {
namespace {

TEST(Utf8, GoodTextStays) {
    for (const char* text : {"", "a\tb", "\u00fc \u65e5\u672c", "\U0001F600"}) {
        EXPECT_TRUE(is_utf8(text));
        EXPECT_EQ(as_utf8(text), text);
        EXPECT_EQ(utf8_or_latin1(text), text);
    }
}

TEST(Utf8, OtherBytesAreReplaced) {
    EXPECT_EQ(as_utf8("\xff.txt"), "\uFFFD.txt");
    EXPECT_EQ(as_utf8("a\xc3"), "a\uFFFD");                    // cut off
    EXPECT_EQ(as_utf8("\xc0\xaf"), "\uFFFD\uFFFD");            // overlong
    EXPECT_EQ(as_utf8("\xed\xa0\x80"), "\uFFFD\uFFFD\uFFFD");  // a surrogate
    EXPECT_EQ(as_utf8("\xf4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD");
}

TEST(Utf8, OtherBytesAreTold) {
    for (const char* text : {"\xff.txt", "a\xc3", "\xc0\xaf", "\xed\xa0\x80"})
        EXPECT_FALSE(is_utf8(text));
}

TEST(Utf8, OrTakenAsLatin1) {
    EXPECT_EQ(utf8_or_latin1("L\xe4nge"), "L\u00e4nge");
    EXPECT_EQ(utf8_or_latin1("\xff"), "\u00ff");
    EXPECT_NE(utf8_or_latin1("\xfe"), utf8_or_latin1("\xff"));
}

}  // namespace
}  // namespace gradus
