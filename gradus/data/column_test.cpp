#include "gradus/data/column.hpp"

#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/data/string_column.hpp"

namespace gradus {
namespace {

/// Counts how often it is asked, and may refuse.
class Keeper final : public CheckedMemory {
  public:
    void check(const void* /*begin*/, const void* /*end*/) const override {
        ++asked;
        if (refuse) throw Error({"cache"}, "damaged", "make it again");
    }
    mutable int asked = 0;
    bool refuse = false;
};

constexpr float values[] = {1, 2, 3};

TEST(Column, ForeignMemoryIsCheckedWhenTouched) {
    auto keeper = std::make_shared<Keeper>();
    const Column<float> column(values, keeper);
    EXPECT_EQ(column.size(), 3U);
    EXPECT_EQ(keeper->asked, 0);
    EXPECT_EQ(column[1], 2.0F);
    EXPECT_GT(keeper->asked, 0);
    keeper->refuse = true;
    EXPECT_THROW(column[0], Error);
}

TEST(Column, ChangingForeignMemoryCopiesItFirst) {
    const Column<float> original(values, std::make_shared<Keeper>());
    Column<float> copy = original;
    copy[0] = 9.0F;
    copy.push_back(4.0F);
    EXPECT_EQ(copy, (Column<float>{9, 2, 3, 4}));
    EXPECT_EQ(original, (Column<float>{1, 2, 3}));
}

TEST(StringColumn, KeepsTextsApart) {
    StringColumn texts;
    texts.push_back("ab");
    texts.push_back("");
    texts.push_back("c");
    EXPECT_EQ(texts.size(), 3U);
    EXPECT_EQ(texts[0], "ab");
    EXPECT_EQ(texts[1], "");
    EXPECT_EQ(texts[2], "c");
}

}  // namespace
}  // namespace gradus
