#include "gradus/base/atomic_file.hpp"

#include <csignal>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "gradus/base/error.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus {
namespace {

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

TEST(AtomicFile, AFullDiskIsAnErrorAndLeavesTheOldFile) {
    const testing::TemporaryFolder folder;
    const std::string path = folder.write("out.txt", "old");
    // A limit on the file size fails the write as a full disk does.
    ASSERT_NE(std::signal(SIGXFSZ, SIG_IGN), SIG_ERR);
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit small{1000, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    std::string message;
    try {
        AtomicFile file(path);
        for (int i = 0; i < 1000; ++i) file.write("one line of a large file\n");
        file.commit();
    } catch (const Error& error) {
        message = error.what();
    }
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
    EXPECT_EQ(message,
              path + ": writing failed: File too large; make room or choose another place");
    EXPECT_EQ(folder.content("out.txt"), "old");
    EXPECT_EQ(files_in(folder.path()), 1U);
}

TEST(AtomicFile, AMissingFolderIsAnErrorThatNamesTheFile) {
    const testing::TemporaryFolder folder;
    try {
        AtomicFile file(folder.file("none/out.txt"));
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_THAT(
            error.what(),
            ::testing::HasSubstr("none/out.txt: cannot be written: No such file or directory"));
    }
    EXPECT_THROW(AtomicFile(folder.path()), Error);
}

}  // namespace
}  // namespace gradus
