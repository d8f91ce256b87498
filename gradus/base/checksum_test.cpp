#include "gradus/base/checksum.hpp"

#include <string>

#include <gtest/gtest.h>

namespace gradus {
namespace {

TEST(Checksum, IsXxh3) {
    EXPECT_EQ(checksum("", 0),
              0x2d06800538d394c2ULL);  // published value of XXH3 for the empty input
}

TEST(Checksum, StreamEqualsOneCall) {
    std::string text;
    for (int i = 0; i < 10'000; ++i) text += std::to_string(i);
    ChecksumStream stream;
    for (std::size_t begin = 0; begin < text.size(); begin += 777) {
        stream.add(text.data() + begin, std::min<std::size_t>(777, text.size() - begin));
    }
    EXPECT_EQ(stream.value(), checksum(text.data(), text.size()));
}

TEST(Checksum, SeesEveryBitAndTheSeed) {
    std::string text(100, 'a');
    const std::uint64_t before = checksum(text.data(), text.size());
    for (char& c : text) {
        c ^= 1;
        EXPECT_NE(checksum(text.data(), text.size()), before);
        c ^= 1;
    }
    EXPECT_NE(checksum(text.data(), text.size(), 1), before);
}

}  // namespace
}  // namespace gradus
