#include "gradus/base/split_text.hpp"

#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace gradus {
namespace {

using Parts = std::vector<std::string_view>;

TEST(SplitText, CutsAtEverySeparator) {
    EXPECT_EQ(split_text("a,b;c", ",;"), (Parts{"a", "b", "c"}));
    EXPECT_EQ(split_text("a,b;c", ","), (Parts{"a", "b;c"}));
    EXPECT_EQ(split_text("whole", ","), Parts{"whole"});
}

TEST(SplitText, KeepsEmptyParts) {
    EXPECT_EQ(split_text("", ","), Parts{""});
    EXPECT_EQ(split_text(",", ","), (Parts{"", ""}));
    EXPECT_EQ(split_text("a,,b,", ","), (Parts{"a", "", "b", ""}));
}

}  // namespace
}  // namespace gradus
