#include "gradus/base/temporary_files.hpp"

#include <cstdio>
#include <filesystem>
#include <utility>

#include <gtest/gtest.h>
#include <unistd.h>

namespace gradus {
namespace {

std::string file(const std::string& name) {
    std::string path =
        (std::filesystem::temp_directory_path() / (name + std::to_string(::getpid()))).string();
    std::FILE* const made = std::fopen(path.c_str(), "wb");
    EXPECT_NE(made, nullptr);
    if (made != nullptr) std::fclose(made);
    return path;
}

TEST(TemporaryFiles, OnlyNamesThatAreStillKnownAreRemoved) {
    const std::string known = file("gradus-known-");
    const std::string moved = file("gradus-moved-");
    const std::string forgotten = file("gradus-forgotten-");
    const TemporaryName name(known);
    TemporaryName first(moved);
    const TemporaryName second = std::move(first);
    { const TemporaryName brief(forgotten); }
    remove_temporary_files();
    EXPECT_FALSE(std::filesystem::exists(known));
    EXPECT_FALSE(std::filesystem::exists(moved));
    EXPECT_TRUE(std::filesystem::exists(forgotten));
    std::filesystem::remove(forgotten);
}

TEST(TemporaryFiles, ManyNamesAreKnownAtOnce) {
    std::vector<std::string> paths;
    std::vector<TemporaryName> names;
    for (int i = 0; i < 100; ++i) {
        paths.push_back(file("gradus-many-" + std::to_string(i) + "-"));
        names.emplace_back(paths.back());
    }
    remove_temporary_files();
    for (const std::string& path : paths) EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace gradus
