#include "gradus/base/counted.hpp"

#include <gtest/gtest.h>

namespace gradus {
namespace {

TEST(Counted, HasTheNounInTheRightNumber) {
    EXPECT_EQ(counted(0, "value"), "0 values");
    EXPECT_EQ(counted(1, "value"), "1 value");
    EXPECT_EQ(counted(1, "query"), "1 query");
    EXPECT_EQ(counted(2, "query"), "2 queries");
    EXPECT_EQ(counted(2, "key"), "2 keys");
    EXPECT_EQ(there_are(1, "document"), "there is 1 document");
    EXPECT_EQ(human_counted(1, "query"), "1 query");
    EXPECT_EQ(human_counted(12345, "query"), "12,345 queries");
}

}  // namespace
}  // namespace gradus
