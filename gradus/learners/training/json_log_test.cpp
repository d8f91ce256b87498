#include "gradus/learners/training/json_log.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "gradus/testing/error_message.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus {
namespace {

TEST(JsonLog, AddsALineAStepToWhatIsThere) {
    const testing::TemporaryFolder folder;
    folder.write("log", "{\"round\":1}\n");
    JsonLog log(folder.file("log"));
    log.resume(1);
    log.write({{"round", 2}, {"r", 0.5}});
    EXPECT_EQ(folder.content("log"), "{\"round\":1}\n{\"resumed\":1}\n{\"round\":2,\"r\":0.5}\n");
    EXPECT_GE(log.seconds(), 0.0);
}

TEST(JsonLog, WritesNothingWithoutAPath) {
    JsonLog log("");
    EXPECT_FALSE(log.is_open());
    log.write({{"round", 1}});
}

TEST(JsonLog, SaysWhereItCannotWrite) {
    EXPECT_EQ(
        testing::error_message([] { JsonLog("no/such/folder/log"); }),
        "no/such/folder/log: the log cannot be written; check the folder and its permissions");
}

}  // namespace
}  // namespace gradus
