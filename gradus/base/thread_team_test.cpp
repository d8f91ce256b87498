#include "gradus/base/thread_team.hpp"

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace gradus {
namespace {

TEST(ThreadTeam, EveryWorkerRunsOnceARun) {
    for (const unsigned size : {1U, 2U, 5U}) {
        ThreadTeam team(size);
        std::vector<int> runs(size);
        for (int i = 0; i < 100; ++i) team.run([&](unsigned worker) { ++runs[worker]; });
        EXPECT_EQ(runs, std::vector<int>(size, 100));
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
