#include "gradus/base/prefix_sums.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"

namespace gradus {
namespace {

TEST(PrefixSums, EqualPlainOnes) {
    Random random(1, "places");
    PrefixSums<std::size_t> sums;
    for (const std::size_t size : {1U, 2U, 7U, 8U, 100U}) {
        sums.reset(size);
        std::vector<std::size_t> plain(size);
        for (int trial = 0; trial < 300; ++trial) {
            const std::size_t place = random.below(size);
            const std::size_t value = random.below(10);
            sums.add(place, value);
            plain[place] += value;
            const std::size_t end = random.below(size + 1);
            ASSERT_EQ(sums.below(end),
                      std::accumulate(plain.begin(),
                                      plain.begin() + static_cast<std::ptrdiff_t>(end),
                                      std::size_t{0}));
        }
    }
}

}  // namespace
}  // namespace gradus
