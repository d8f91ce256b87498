#include "gradus/base/text_sink.hpp"

#include <string>

#include <gtest/gtest.h>

#include "gradus/base/byte_stream.hpp"
#include "gradus/base/random.hpp"
#include "gradus/base/text_source.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus {
namespace {

TEST(TextSink, WhatWasWrittenReadsBack) {
    Random random(1, "text");
    std::string text;
    while (text.size() < 3'000'000)
        text += std::to_string(random.bits64() >> random.below(64)) + "\n";
    const testing::TemporaryFolder folder;
    for (const char* name : {"a.txt", "a.txt.gz", "a.txt.zst"}) {
        TextSink sink(folder.file(name));
        for (std::size_t begin = 0; begin < text.size(); begin += 70'001)
            sink.write(text.substr(begin, 70'001));
        sink.commit();
        EXPECT_EQ(read_text(folder.file(name)), text) << name;
    }
    EXPECT_EQ(compression_of(folder.content("a.txt")), Compression::none);
    EXPECT_EQ(compression_of(folder.content("a.txt.gz")), Compression::gzip);
    EXPECT_EQ(compression_of(folder.content("a.txt.zst")), Compression::zstd);
}

TEST(TextSink, KeepsTextPlainThatBeginsLikePackedBytes) {
    const testing::TemporaryFolder folder;
    for (const std::string text : {"\x1f\x8b 1\n", "\x28\xb5\x2f\xfd 1\n"}) {
        TextSink sink(folder.file("a.txt"));
        sink.write(text);
        sink.commit();
        EXPECT_EQ(read_text(folder.file("a.txt")), "\n" + text);
    }
}

TEST(TextSink, NothingIsWrittenWithoutCommit) {
    const testing::TemporaryFolder folder;
    { TextSink(folder.file("a.zst")).write("text"); }
    EXPECT_THROW(folder.content("a.zst"), std::runtime_error);
}

}  // namespace
}  // namespace gradus
