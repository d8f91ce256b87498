#include "gradus/base/settings_text.hpp"

#include <gtest/gtest.h>

namespace gradus {
namespace {

std::string as_flags(std::string_view name, std::optional<std::string_view> value) {
    return "--" + std::string(name) + (value ? " <" + std::string(*value) + ">" : "");
}

TEST(SettingsText, IsSpelledAsTheFrontEndLikes) {
    const std::string_view text = "`resume` goes on, `force` starts anew; try `trees=200`";
    EXPECT_EQ(spelled(text, as_flags), "--resume goes on, --force starts anew; try --trees <200>");
    EXPECT_EQ(spelled(text, in_quotes), "'resume' goes on, 'force' starts anew; try 'trees=200'");
    EXPECT_EQ(spelled("`weight_column=` makes it one", as_flags),
              "--weight_column <> makes it one");
}

TEST(SettingsText, LeavesOtherBackquotesAlone) {
    for (const std::string_view text :
         {"", "`", "a ` b", "``", "`data stats`", "`x", "`x=1", "column '`a b`'", "`=1`"})
        EXPECT_EQ(spelled(text, as_flags), text);
    EXPECT_EQ(spelled("` `for`", as_flags), "` --for");
}

TEST(SettingsText, KeepsAnyValue) {
    for (const std::string_view value : {"a b", "`", "a`b", "``", "x=y", "'q'", ""})
        EXPECT_EQ(spelled("say " + setting_text("ignore", value) + ".", as_flags),
                  "say --ignore <" + std::string(value) + ">.");
}

}  // namespace
}  // namespace gradus
