#include "gradus/base/file_lock.hpp"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "gradus/testing/temporary_folder.hpp"

namespace gradus {
namespace {

TEST(FileLock, IsHeldByOneAtATime) {
    const testing::TemporaryFolder folder;
    const std::string path = folder.file("checkpoint");
    FileLock second;
    {
        FileLock first;
        EXPECT_TRUE(first.take(path));
        EXPECT_FALSE(second.take(path));
        EXPECT_TRUE(second.take(folder.file("another")));
    }
    EXPECT_TRUE(second.take(path));
}

TEST(FileLock, LeavesNoFileBehind) {
    const testing::TemporaryFolder folder;
    {
        FileLock lock;
        EXPECT_TRUE(lock.take(folder.file("checkpoint")));
        EXPECT_TRUE(std::filesystem::exists(folder.file("checkpoint.lock")));
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder.file("")));
}

TEST(FileLock, TakesOverTheFileOfAProcessThatWasKilled) {
    const testing::TemporaryFolder folder;
    folder.write("checkpoint.lock", "");
    EXPECT_TRUE(FileLock().take(folder.file("checkpoint")));
}

TEST(FileLock, GoesWithoutWhereNoneCanBeMade) {
    EXPECT_TRUE(FileLock().take("no/such/folder/checkpoint"));
}

}  // namespace
}  // namespace gradus
