#include "gradus/base/output_place.hpp"

#include <cstdio>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "gradus/testing/error_message.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus {
namespace {

namespace fs = std::filesystem;
using Kind = OutputPlace::Kind;

TEST(OutputPlace, KnowsWhatStandsThere) {
    const testing::TemporaryFolder folder;
    const std::string file = folder.write("file", "text");
    fs::create_symlink("file", folder.file("link"));
    fs::create_symlink("new", folder.file("dangling"));
    ASSERT_EQ(::mkfifo(folder.file("pipe").c_str(), 0600), 0);
    EXPECT_EQ(OutputPlace::of(file).kind, Kind::file);
    EXPECT_EQ(OutputPlace::of(folder.file("link")).kind, Kind::file);
    EXPECT_EQ(OutputPlace::of(folder.file("link")).path, file);
    EXPECT_EQ(OutputPlace::of(folder.file("new")).kind, Kind::fresh);
    EXPECT_EQ(OutputPlace::of(folder.file("dangling")).kind, Kind::fresh);
    EXPECT_EQ(OutputPlace::of(folder.file("dangling")).path, folder.file("new"));
    EXPECT_EQ(OutputPlace::of(folder.file("pipe")).kind, Kind::stream);
    EXPECT_EQ(OutputPlace::of("/dev/null").kind, Kind::stream);
    EXPECT_EQ(OutputPlace::of("-").descriptor, 1);
    EXPECT_EQ(OutputPlace::of("/dev/fd/1").descriptor, 1);
    EXPECT_EQ(OutputPlace::of("/dev/stdout").descriptor, 1);
}

TEST(OutputPlace, RefusesWhatCannotBeWritten) {
    const testing::TemporaryFolder folder;
    const auto refusal = [](const std::string& path) {
        return testing::error_message([&] { OutputPlace::of(path); });
    };
    fs::create_symlink("b", folder.file("a"));
    fs::create_symlink("a", folder.file("b"));
    EXPECT_EQ(refusal(folder.path()), folder.path() + ": is a directory; name a file in it");
    EXPECT_EQ(refusal(folder.path() + "/"), folder.path() + "/: is a directory; name a file in it");
    EXPECT_EQ(refusal(folder.file("none/x")),
              folder.file("none/x") + ": its folder does not exist; create the folder first");
    EXPECT_EQ(refusal(folder.file("a")),
              folder.file("a") +
                  ": cannot be written: Too many levels of symbolic links; repair the links or "
                  "choose another name");
    EXPECT_EQ(refusal(""), "the name of the output is empty; name a file");
    const std::string file = folder.write("file", "text");
    EXPECT_EQ(
        refusal(file + "/x"),
        file + "/x: cannot be written: Not a directory; check the folder and its permissions");
    std::FILE* const open = std::fopen(file.c_str(), "rb");
    ASSERT_NE(open, nullptr);
    const std::string descriptor = fmt::format("/dev/fd/{}", ::fileno(open));
    EXPECT_EQ(refusal(descriptor),
              descriptor + ": it is open for reading only; choose another place");
    std::fclose(open);
}

TEST(FileIdentity, IsThatOfTheFileWhateverItsName) {
    const testing::TemporaryFolder folder;
    const std::string file = folder.write("file", "text");
    const std::string other = folder.write("other", "text");
    fs::create_symlink("file", folder.file("soft"));
    fs::create_hard_link(file, folder.file("hard"));
    fs::create_symlink("new", folder.file("dangling"));
    EXPECT_TRUE(would_overwrite(folder.file("soft"), file));
    EXPECT_TRUE(would_overwrite(folder.file("hard"), file));
    EXPECT_TRUE(would_overwrite(folder.path() + "/./file", folder.file("hard")));
    EXPECT_FALSE(would_overwrite(other, file));
    EXPECT_FALSE(would_overwrite(folder.file("new"), file));
    EXPECT_TRUE(is_same_output(folder.file("soft"), folder.file("hard")));
    EXPECT_TRUE(is_same_output(folder.file("dangling"), folder.path() + "/./new"));
    EXPECT_FALSE(is_same_output(folder.file("new"), folder.file("newer")));
    EXPECT_FALSE(is_same_output("/dev/null", "/dev/null"));  // what goes there is kept nowhere
    EXPECT_FALSE(is_same_output(folder.path(), folder.path()));
}

}  // namespace
}  // namespace gradus
