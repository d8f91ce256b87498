#include "gradus/base/text_hash.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"

namespace gradus {
namespace {

TEST(TextHash, DependsOnEveryByteAndOnTheLength) {
    Random random(1, "hash");
    for (std::size_t length = 0; length <= 100; ++length) {
        std::string text(length, 'x');
        for (char& c : text) c = static_cast<char>('a' + random.below(26));
        const std::uint64_t hash = text_hash(text);
        EXPECT_EQ(text_hash(std::string(text)), hash);
        EXPECT_NE(text_hash(text + "x"), hash);
        EXPECT_NE(text_hash(std::string(length + 1, '\0')), text_hash(std::string(length, '\0')));
        for (std::size_t i = 0; i < length; ++i) {
            std::string other = text;
            other[i] = static_cast<char>(other[i] ^ 1);
            EXPECT_NE(text_hash(other), hash) << text << " at " << i;
        }
    }
}

/// Ids that count up fill a table of 2^16 slots as evenly as chance would: both the lower bits,
/// which choose the slot, and the upper half.
TEST(TextHash, SpreadsIdsThatCountUp) {
    for (const std::string prefix : {"", "D", "DOC-", "clueweb12-0000tw-00-"}) {
        constexpr std::size_t count = 1U << 16U;
        std::vector<std::size_t> low(count);
        std::vector<std::size_t> high(count);
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint64_t hash = text_hash(prefix + std::to_string(10'000'000 + i));
            ++low[hash % count];
            ++high[hash >> 48U];
        }
        for (const std::vector<std::size_t>& slots : {low, high}) {
            // Of 2^16 slots a share of 1/e stays free, 24109 ± 80; the fullest has about 8.
            EXPECT_NEAR(static_cast<double>(std::ranges::count(slots, 0U)), 24109.0, 600.0);
            EXPECT_LE(std::ranges::max(slots), 12U);
        }
    }
}

}  // namespace
}  // namespace gradus
