#include "gradus/base/sealed_json.hpp"

#include <gtest/gtest.h>

namespace gradus {
namespace {

const std::string plain = "{\n \"a\": 1,\n \"b\": [2.5, 3]\n}\n";

TEST(SealedJson, HasTheChecksumInALineThatCanBeDeleted) {
    const std::string text = sealed_json(plain);
    EXPECT_EQ(seal_of(text), Seal::whole);
    const std::size_t line = text.find(" \"checksum\"");
    EXPECT_EQ(text.substr(0, line) + text.substr(text.find('\n', line) + 1), plain);
}

TEST(SealedJson, IsBrokenByAnyFlippedBitBehindItsName) {
    const std::string text = sealed_json(plain);
    const std::size_t name_end = text.find("\": \"") + 4;
    for (std::size_t i = 0; i < text.size(); ++i) {
        for (int bit = 0; bit < 8; ++bit) {
            std::string damaged = text;
            damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
            EXPECT_EQ(seal_of(damaged), i < name_end ? Seal::none : Seal::broken) << i;
        }
    }
    EXPECT_EQ(seal_of(text.substr(0, text.size() - 1)), Seal::broken);
}

TEST(SealedJson, IsNotFoundInTextsWithoutIt) {
    for (const std::string& text : {plain, std::string(), std::string("{\n \"checksum\": \"12")})
        EXPECT_EQ(seal_of(text), Seal::none);
}

}  // namespace
}  // namespace gradus
