#include "gradus/base/atomic_file.hpp"

#include <array>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "gradus/base/error.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus {
namespace {

namespace fs = std::filesystem;

std::size_t files_in(const std::string& folder) {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++count;
    return count;
}

TEST(AtomicFile, AppearsOnlyWhenCommitted) {
    const testing::TemporaryFolder folder;
    const std::string path = folder.file("out.txt");
    write_file(path, "old");
    {
        AtomicFile file(path);
        file.write("new");
        EXPECT_EQ(folder.content("out.txt"), "old");
        file.commit();
        EXPECT_EQ(folder.content("out.txt"), "new");
    }
    EXPECT_EQ(files_in(folder.path()), 1U);
}

TEST(AtomicFile, LeavesNoTraceWithoutCommit) {
    const testing::TemporaryFolder folder;
    write_file(folder.file("out.txt"), "old");
    {
        AtomicFile file(folder.file("out.txt"));
        file.write("half");
    }
    EXPECT_EQ(folder.content("out.txt"), "old");
    EXPECT_EQ(files_in(folder.path()), 1U);
}

TEST(AtomicFile, WritesAHeaderLast) {
    const testing::TemporaryFolder folder;
    AtomicFile file(folder.file("out.txt"));
    file.write("....body");
    file.write_at(0, "head", 4);
    file.write("!");
    file.commit();
    EXPECT_EQ(folder.content("out.txt"), "headbody!");
}

/// A limit on the size of files fails a write as a full disk does.
class SmallDisk {
  public:
    explicit SmallDisk(rlim_t bytes) {
        std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit small{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &small);
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;
    SmallDisk(SmallDisk&&) = delete;
    SmallDisk& operator=(SmallDisk&&) = delete;
    ~SmallDisk() { ::setrlimit(RLIMIT_FSIZE, &before_); }

  private:
    rlimit before_{};
};

TEST(AtomicFile, AFullDiskIsAnErrorAndLeavesTheOldFile) {
    const testing::TemporaryFolder folder;
    const std::string path = folder.write("out.txt", "old");
    const std::string message = testing::error_message([&] {
        const SmallDisk disk(1000);
        AtomicFile file(path);
        for (int i = 0; i < 1000; ++i) file.write("one line of a large file\n");
        file.commit();
    });
    EXPECT_EQ(message,
              path + ": writing failed: File too large; free some space or choose another place");
    EXPECT_EQ(folder.content("out.txt"), "old");
    EXPECT_EQ(files_in(folder.path()), 1U);
}

TEST(AtomicFile, AFullDiskLeavesAFileOfSeveralNamesAndTheWholeOutput) {
    const testing::TemporaryFolder folder;
    const std::string path = folder.write("out.txt", "old");
    fs::create_hard_link(path, folder.file("other.txt"));
    const std::string text(5000, 'x');
    AtomicFile file(path);
    file.write(text);
    const std::string kept = fmt::format("out.txt.{}.tmp", ::getpid());
    EXPECT_EQ(testing::error_message([&] {
                  ASSERT_TRUE(std::fflush(nullptr) == 0);  // the temporary file is whole already
                  const SmallDisk disk(1000);
                  file.commit();
              }),
              fmt::format("{0}: writing failed: File too large; the whole output is in {1}; free "
                          "some space and move it there",
                          path,
                          folder.file(kept)));
    EXPECT_EQ(folder.content("out.txt"), "old");
    EXPECT_EQ(folder.content(kept), text);
}

TEST(AtomicFile, AMissingFolderIsAnErrorThatNamesTheFile) {
    const testing::TemporaryFolder folder;
    EXPECT_EQ(testing::error_message([&] { AtomicFile file(folder.file("none/out.txt")); }),
              folder.file("none/out.txt") + ": its folder does not exist; create the folder first");
    EXPECT_THROW(AtomicFile(folder.path()), Error);
}

TEST(AtomicFile, FollowsLinksAndMakesWhatTheyPointTo) {
    const testing::TemporaryFolder folder;
    fs::create_symlink("far.txt", folder.file("near.txt"));
    fs::create_symlink(folder.file("near.txt"), folder.file("link.txt"));
    for (const char* const content : {"first", "second"}) {
        write_file(folder.file("link.txt"), content);
        EXPECT_EQ(folder.content("far.txt"), content);
        EXPECT_TRUE(fs::is_symlink(folder.file("link.txt")));
        EXPECT_TRUE(fs::is_symlink(folder.file("near.txt")));
        EXPECT_FALSE(fs::is_symlink(folder.file("far.txt")));
        EXPECT_EQ(files_in(folder.path()), 3U);
    }
}

TEST(AtomicFile, KeepsTheModeOfAFileAndIsPrivateMeanwhile) {
    const testing::TemporaryFolder folder;
    const std::string path = folder.write("out.txt", "old");
    for (const auto mode : {fs::perms::owner_read | fs::perms::owner_write,
                            fs::perms::owner_all | fs::perms::group_read}) {
        fs::permissions(path, mode);
        AtomicFile file(path);
        for (const auto& entry : fs::directory_iterator(folder.path())) {
            if (entry.path() == path) continue;
            EXPECT_EQ(entry.status().permissions(), fs::perms::owner_read | fs::perms::owner_write);
        }
        file.write("new");
        file.commit();
        EXPECT_EQ(fs::status(path).permissions(), mode);
    }
}

TEST(AtomicFile, WritesThroughEveryNameOfAFile) {
    const testing::TemporaryFolder folder;
    const std::string path = folder.write("out.txt", "a long old content");
    fs::create_hard_link(path, folder.file("other.txt"));
    for (const std::string content : {"short", "and now something longer than it ever was"}) {
        write_file(path, content);
        EXPECT_EQ(folder.content("other.txt"), content);
        EXPECT_EQ(fs::hard_link_count(path), 2U);
        EXPECT_EQ(files_in(folder.path()), 2U);
    }
}

TEST(AtomicFile, ReplacesNothingButFiles) {
    const testing::TemporaryFolder folder;
    const std::string path = folder.write("out.txt", "old");
    fs::create_hard_link(path, folder.file("other.txt"));
    AtomicFile file(path);
    file.write("new");
    fs::remove(path);
    fs::create_directory(path);
    EXPECT_EQ(testing::error_message([&] { file.commit(); }),
              path + ": it is no longer an ordinary file; remove it or choose another place");
    EXPECT_EQ(folder.content("other.txt"), "old");
}

TEST(AtomicFile, LooksForANameThatNobodyHas) {
    const testing::TemporaryFolder folder;
    const std::string path = folder.file("out.txt");
    const std::string taken = fmt::format("out.txt.{}.tmp", ::getpid());
    folder.write(taken, "of another");
    AtomicFile one(path);
    AtomicFile two(path);
    one.write("one");
    two.write("two");
    two.commit();
    EXPECT_EQ(folder.content("out.txt"), "two");
    one.commit();
    EXPECT_EQ(folder.content("out.txt"), "one");
    EXPECT_EQ(folder.content(taken), "of another");
    EXPECT_EQ(files_in(folder.path()), 2U);
}

TEST(AtomicFile, TakesTheLongestNames) {
    const testing::TemporaryFolder folder;
    std::string name(200, 'n');
    for (int i = 0; i < 27; ++i) name += "\u00e9";
    write_file(folder.file(name), "text");
    EXPECT_EQ(folder.content(name), "text");
}

TEST(AtomicFile, AddsToADescriptorThatIsOpen) {
    const testing::TemporaryFolder folder;
    const std::string path = folder.write("out.txt", "old ");
    std::FILE* const open = std::fopen(path.c_str(), "ab");
    ASSERT_NE(open, nullptr);
    AtomicFile file(fmt::format("/dev/fd/{}", ::fileno(open)));
    EXPECT_FALSE(file.can_go_back());  // what is appended stays
    file.write("new");
    file.commit();
    std::fclose(open);
    EXPECT_EQ(folder.content("out.txt"), "old new");
}

TEST(AtomicFile, APipeWithoutAReaderIsNotAFullDisk) {
    ASSERT_NE(std::signal(SIGPIPE, SIG_IGN), SIG_ERR);
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    ::close(ends[0]);
    AtomicFile file(fmt::format("/dev/fd/{}", ends[1]));
    EXPECT_FALSE(file.can_go_back());
    file.write("text");
    EXPECT_THROW(file.commit(), ClosedPipe);
    ::close(ends[1]);
}

}  // namespace
}  // namespace gradus
