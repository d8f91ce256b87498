#include "gradus/base/parallel.hpp"

#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace gradus {
namespace {

TEST(Parallel, VisitsEverySliceOnce) {
    for (const unsigned threads : {1U, 2U, 7U}) {
        std::vector<int> visits(1001);
        parallel_for(visits.size(), 64, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) ++visits[i];
        });
        for (const int count : visits) EXPECT_EQ(count, 1);
    }
}

TEST(Parallel, NothingToDoCallsNobody) {
    parallel_for(0, 64, 4, [](std::size_t, std::size_t) { FAIL(); });
}

TEST(Parallel, SumsAreEqualToTheLastBitForAnyNumberOfThreads) {
    std::vector<double> values(100'000);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = 1.0 / static_cast<double>(3 * i + 1);
    const auto total = [&](unsigned threads) {
        return parallel_sum(values.size(), 64, threads, [&](std::size_t begin, std::size_t end) {
            double sum = 0.0;
            for (std::size_t i = begin; i < end; ++i) sum += values[i];
            return sum;
        });
    };
    EXPECT_EQ(total(1), total(2));
    EXPECT_EQ(total(1), total(7));
}

TEST(Parallel, ReturnsWhenAllSlicesAreDoneWhoeverDidThem) {
    for (int trial = 0; trial < 500; ++trial) {
        std::vector<std::size_t> seen(3);
        parallel_for(3, 1, 3, [&](std::size_t begin, std::size_t end) { seen[begin] = end; });
        EXPECT_EQ(seen, (std::vector<std::size_t>{1, 2, 3}));
    }
}

TEST(Parallel, TheFirstFailureInDataOrderReachesTheCaller) {
    for (const unsigned threads : {1U, 2U, 7U}) {
        for (int trial = 0; trial < 50; ++trial) {
            try {
                parallel_for(1000, 10, threads, [](std::size_t begin, std::size_t) {
                    if (begin >= 300) throw std::runtime_error(std::to_string(begin));
                });
                FAIL() << "no exception";
            } catch (const std::runtime_error& error) {
                EXPECT_STREQ(error.what(), "300");
            }
        }
    }
}

}  // namespace
}  // namespace gradus
