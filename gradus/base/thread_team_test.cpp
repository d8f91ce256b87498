#include "gradus/base/thread_team.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace gradus {
namespace {

TEST(ThreadTeam, EveryWorkerRunsOnceARun) {
    for (const unsigned size : {1U, 2U, 5U}) {
        ThreadTeam team(size);
        for (int i = 0; i < 100; ++i) {
            const unsigned workers = team.size();  // one alone where the machine is busy
            std::vector<int> runs(size);
            team.run([&](unsigned worker) { ++runs[worker]; });
            std::vector<int> expected(size);
            std::fill_n(expected.begin(), workers, 1);
            EXPECT_EQ(runs, expected);
        }
    }
}

TEST(ThreadTeam, NobodyPassesABarrierBeforeAllHaveCome) {
    ThreadTeam team(4);
    std::vector<std::size_t> values(4);
    std::vector<std::size_t> sums(4);
    team.run([&](unsigned worker) {
        for (std::size_t step = 1; step <= 500; ++step) {
            values[worker] = step * (worker + 1);
            team.barrier();
            sums[worker] += std::accumulate(values.begin(), values.end(), std::size_t{0});
            team.barrier();
        }
    });
    const std::size_t expected = 10 * 500 * 501 / 2;
    EXPECT_EQ(sums, std::vector<std::size_t>(4, expected));
}

TEST(ThreadTeam, GoesOnAloneWhereWorkersLoseTheirTimeAndTriesAgainLater) {
    // Whoever sleeps in the midst of his work looks as if somebody else had his processor.
    ThreadTeam team(2);
    bool was_alone = false;
    bool was_together_again = false;
    for (int i = 0; i < 5000 && !was_together_again; ++i) {
        was_alone = was_alone || team.size() == 1;
        was_together_again = was_alone && team.size() == 2;
        std::vector<int> runs(2);
        team.run([&](unsigned worker) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            ++runs[worker];
        });
        EXPECT_GE(runs[0], 1);
    }
    EXPECT_TRUE(was_alone);
    EXPECT_TRUE(was_together_again);
}

TEST(ThreadTeam, SharesCoverAllAndDoNotOverlap) {
    const ThreadTeam team(3);
    for (const std::size_t n : {0U, 1U, 2U, 3U, 100U}) {
        std::size_t end = 0;
        for (unsigned worker = 0; worker < 3; ++worker) {
            EXPECT_EQ(team.share(n, worker).begin, end);
            end = team.share(n, worker).end;
        }
        EXPECT_EQ(end, n);
    }
}

}  // namespace
}  // namespace gradus
