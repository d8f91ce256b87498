#include "gradus/base/progress.hpp"

#include <cstdio>
#include <string>

#include <gtest/gtest.h>

namespace gradus {
namespace {

/// A display that writes to memory, under a clock that the test moves.
class Shown {
  public:
    explicit Shown(ProgressDisplay::Style style)
        : stream_(open_memstream(&buffer_, &size_)),
          display_(
              stream_, style, [this] { return now; }, [this] { return columns; }) {}
    Shown(const Shown&) = delete;
    Shown& operator=(const Shown&) = delete;
    Shown(Shown&&) = delete;
    Shown& operator=(Shown&&) = delete;
    ~Shown() {
        std::fclose(stream_);
        std::free(buffer_);
    }
    ProgressDisplay& display() { return display_; }
    std::string text() {
        std::fflush(stream_);
        return {buffer_, size_};
    }
    double now = 100.0;
    std::size_t columns = 0;  ///< of the terminal

  private:
    char* buffer_ = nullptr;
    std::size_t size_ = 0;
    std::FILE* stream_;
    ProgressDisplay display_;
};

TEST(ProgressDisplay, PlainPrintsALineAtTheEndAndEveryTenSeconds) {
    Shown shown(ProgressDisplay::Style::plain);
    ProgressState state{.task = "reading a.txt", .done = 0, .total = 4'000'000'000, .unit = "B"};
    shown.display().update(state);
    shown.now += 5;
    state.done = 500'000'000;
    shown.display().update(state);
    EXPECT_EQ(shown.text(), "");
    shown.now += 5;
    state.done = 1'000'000'000;
    shown.display().update(state);
    EXPECT_EQ(shown.text(), "reading a.txt: 25 %, 100 MB/s, 30 s left\n");
    shown.now += 10;
    state.done = 4'000'000'000;
    shown.display().finish(state, "1,000 documents");
    EXPECT_EQ(shown.text(),
              "reading a.txt: 25 %, 100 MB/s, 30 s left\n"
              "reading a.txt: 1,000 documents, 20 s (200 MB/s)\n");
}

TEST(ProgressDisplay, TimeLeftIsAtMostWhereWorkMayEndEarlierAndOneIsSingular) {
    Shown shown(ProgressDisplay::Style::plain);
    ProgressState state{.task = "training", .total = 60, .is_limit = true, .unit = "trees"};
    shown.display().update(state);
    shown.now += 10;
    state.done = 10;
    shown.display().update(state);
    EXPECT_EQ(shown.text(), "training: 17 %, 1 tree/s, at most 50 s left\n");
}

TEST(ProgressDisplay, LiveWritesOverOneLineAndClearsIt) {
    Shown shown(ProgressDisplay::Style::live);
    ProgressState state{
        .task = "training", .done = 0, .total = 100, .unit = "trees", .value = 0.5, .best = 0.51};
    shown.display().update(state);
    shown.now += 0.05;
    shown.display().update(state);
    EXPECT_EQ(shown.text(), "");
    shown.now += 1.95;
    state.done = 10;
    shown.display().update(state);
    EXPECT_EQ(shown.text(),
              "\r\033[Ktraining: 10 %, 5 trees/s, 18 s left, value 0.5000, best 0.5100");
    shown.display().note("stopped early");
    EXPECT_EQ(shown.text(),
              "\r\033[Ktraining: 10 %, 5 trees/s, 18 s left, value 0.5000, best 0.5100"
              "\r\033[Knote: stopped early\n");
}

TEST(ProgressDisplay, ALiveLineNeverWrapsAlsoAfterAResize) {
    Shown shown(ProgressDisplay::Style::live);
    shown.columns = 30;
    ProgressState state{.task = "training", .done = 10, .total = 100, .unit = "trees"};
    shown.display().update(state);
    shown.now += 2;
    shown.display().update(state);
    EXPECT_EQ(shown.text(), "\r\033[Ktraining: 10 %, 5 trees/s, 18");  // 29 columns
    shown.columns = 12;
    shown.now += 2;
    shown.display().update(state);
    EXPECT_EQ(shown.text(),
              "\r\033[Ktraining: 10 %, 5 trees/s, 18"
              "\r\033[Ktraining: 1");
    shown.columns = 80;
    shown.now += 1;
    shown.display().update({.task = "reading \u00e4.txt", .done = 1, .unit = "B"});
    shown.columns = 10;
    shown.now += 1;
    shown.display().update({.task = "reading \u00e4.txt", .done = 1, .unit = "B"});
    EXPECT_TRUE(shown.text().ends_with("\r\033[Kreading \u00e4")) << shown.text();
}

TEST(ProgressDisplay, JsonIsOneObjectALine) {
    Shown shown(ProgressDisplay::Style::json);
    shown.display().finish({.task = "read \"a\"", .done = 3, .unit = "lines"}, "ok");
    shown.display().note("x\ny");
    EXPECT_EQ(shown.text(),
              "{\"task\":\"read "
              "\\\"a\\\"\",\"done\":3,\"total\":0,\"unit\":\"lines\",\"seconds\":0.000,\"result\":"
              "\"ok\"}\n"
              "{\"note\":\"x\\u000ay\"}\n");
}

TEST(ProgressDisplay, QuietKeepsOnlyNotes) {
    Shown shown(ProgressDisplay::Style::quiet);
    shown.display().update({.task = "a"});
    shown.display().finish({.task = "a"}, "done");
    shown.display().note("careful with `trees=2`");
    EXPECT_EQ(shown.text(), "note: careful with 'trees=2'\n");
}

TEST(Human, Quantities) {
    EXPECT_EQ(human_bytes(999), "999 B");
    EXPECT_EQ(human_bytes(1500), "1.50 kB");
    EXPECT_EQ(human_bytes(350e6), "350 MB");
    EXPECT_EQ(human_bytes(12.34e9), "12.3 GB");
    EXPECT_EQ(human_seconds(0.5), "0.5 s");
    EXPECT_EQ(human_seconds(59.9), "1 min 0 s");
    EXPECT_EQ(human_seconds(7500), "2 h 5 min");
    EXPECT_EQ(human_count(7), "7");
    EXPECT_EQ(human_count(662'026), "662,026");
    EXPECT_EQ(human_count(1'662'026), "1,662,026");
}

}  // namespace
}  // namespace gradus
