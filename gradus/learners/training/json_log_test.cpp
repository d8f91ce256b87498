#include "gradus/learners/training/json_log.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/json.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus {
namespace {

TEST(JsonLog, AddsALineAStepToWhatIsThere) {
    const testing::TemporaryFolder folder;
    folder.write("log", "{\"round\":1}\n{\"roun");
    const std::string checkpoint = folder.write("part", "{}");
    JsonLog log({.checkpoint = checkpoint, .resume = true, .log = folder.file("log")},
                silent_progress());
    log.resume(1);
    log.write({{"round", 2}, {"r", 0.5}});
    EXPECT_EQ(folder.content("log"), "{\"round\":1}\n{\"resumed\":1}\n{\"round\":2,\"r\":0.5}\n");
    EXPECT_GE(log.seconds(), 0.0);
}

TEST(JsonLog, MarksATrainingThatHasNothingToGoOnFrom) {
    const testing::TemporaryFolder folder;
    const std::string path = folder.write("log", "{\"round\":1}\n");
    JsonLog log({.checkpoint = folder.file("none"), .resume = true, .log = path},
                silent_progress());
    EXPECT_EQ(folder.content("log"), "{\"round\":1}\n{\"resumed\":0}\n");
}

TEST(JsonLog, WritesNothingWithoutAPath) {
    JsonLog log({}, silent_progress());
    EXPECT_FALSE(log.is_open());
    log.write({{"round", 1}});
}

TEST(JsonLog, SaysWhereItCannotWrite) {
    EXPECT_EQ(
        testing::error_message([] { JsonLog({.log = "no/such/folder/log"}, silent_progress()); }),
        "no/such/folder/log: its folder does not exist; create the folder first");
}

TEST(JsonLog, LeavesTheLogOfAnEarlierTraining) {
    const testing::TemporaryFolder folder;
    const std::string path = folder.write("log", "{\"round\":1}\n");
    EXPECT_EQ(testing::error_message([&] { JsonLog({.log = path}, silent_progress()); }),
              path +
                  ": there is the log of an earlier training; name another file, or overwrite "
                  "it with 'force'; 'resume' goes on with it");
    EXPECT_EQ(folder.content("log"), "{\"round\":1}\n");
    JsonLog({.force = true, .log = path}, silent_progress()).write({{"round", 7}});
    EXPECT_EQ(folder.content("log"), "{\"round\":7}\n");
}

TEST(JsonLog, WritesIntoNothingThatIsNotALog) {
    const testing::TemporaryFolder folder;
    const std::string path = folder.write("notes", "to do\n");
    for (const bool force : {false, true}) {
        EXPECT_EQ(testing::error_message([&] {
                      JsonLog({.resume = !force, .force = force, .log = path}, silent_progress());
                  }),
                  path +
                      ": it is not the log of a training and would be written into; name another "
                      "file");
    }
    EXPECT_EQ(folder.content("notes"), "to do\n");
}

class Notes final : public Progress {
  public:
    void update(const ProgressState& /*state*/) override {}
    void finish(const ProgressState& /*state*/, std::string_view /*result*/) override {}
    void note(std::string_view text) override { said.emplace_back(text); }
    std::vector<std::string> said;
};

TEST(JsonLog, AFullDiskCostsTheLogAndOneNote) {
    Notes notes;
    JsonLog log({.log = "/dev/full"}, notes);
    log.write({{"round", 1}});
    log.write({{"round", 2}});
    EXPECT_EQ(notes.said,
              std::vector<std::string>{"/dev/full: writing failed: No space left on device; "
                                       "training goes on without the log"});
}

}  // namespace
}  // namespace gradus
