#include <vector>

#include <gtest/gtest.h>

#include "gradus/data/formats/letor.hpp"

namespace gradus {
namespace {

/// Keeps how many bytes each report says are done.
class Recorder final : public Progress {
  public:
    void update(const ProgressState& state) override { done.push_back(state.done); }
    void finish(const ProgressState& state, std::string_view /*result*/) override {
        done.push_back(state.done);
    }
    void note(std::string_view /*text*/) override {}
    std::vector<std::uint64_t> done;
};

// The display times a task from its first report: one that comes after the first batch would leave
// out most of the work, and show a rate that nobody reached.
TEST(LetorProgress, BeginsBeforeTheFirstByteIsRead) {
    Recorder recorder;
    ReadOptions options;
    options.progress = recorder;
    const std::string_view text = "1 qid:1 1:1\n";
    read_letor(TextSource::of_memory("data.txt", text), "", options);
    EXPECT_EQ(recorder.done, (std::vector<std::uint64_t>{0, text.size(), text.size()}));
}

}  // namespace
}  // namespace gradus
