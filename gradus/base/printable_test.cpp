#include "gradus/base/printable.hpp"

#include <gtest/gtest.h>

namespace gradus {
namespace {

TEST(Printable, ControlBytesAreShownAndAllElseStays) {
    EXPECT_EQ(printable("a b/c.txt"), "a b/c.txt");
    EXPECT_EQ(printable("é\x1b[31m\n\x7f"), "é\\x1b[31m\\x0a\\x7f");
    EXPECT_EQ(printable(""), "");
}

}  // namespace
}  // namespace gradus
