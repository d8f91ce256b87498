#include "gradus/base/text_source.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include "gradus/base/error.hpp"
#include "gradus/base/random.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus {
namespace {

using ::testing::HasSubstr;

std::string gzip(const std::string& text) {
    std::string out(text.size() + 1000, '\0');
    z_stream state{};
    deflateInit2(&state, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    state.avail_in = static_cast<uInt>(text.size());
    state.next_out = reinterpret_cast<Bytef*>(out.data());
    state.avail_out = static_cast<uInt>(out.size());
    deflate(&state, Z_FINISH);
    out.resize(state.total_out);
    deflateEnd(&state);
    return out;
}

std::string zstd(const std::string& text) {
    std::string out(ZSTD_compressBound(text.size()), '\0');
    out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
    return out;
}

std::string lines(std::size_t count) {
    Random random(1, "lines");
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
        text += std::string(random.below(200), 'a') + std::to_string(i) + '\n';
    return text;
}

/// All batches joined; each must end with a line end.
std::string all_of(TextSource source) {
    std::string text;
    for (std::string_view batch = source.next_batch(); !batch.empty();
         batch = source.next_batch()) {
        EXPECT_EQ(batch.back(), '\n');
        text += batch;
    }
    EXPECT_TRUE(source.next_batch().empty());
    return text;
}

std::string failure(const std::string& content) {
    try {
        all_of(TextSource::of_memory("data.txt", content, 1000));
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

TEST(TextSource, GivesTheWholeTextInBatchesOfWholeLines) {
    const std::string text = lines(3000);
    const testing::TemporaryFolder folder;
    for (const std::string& content : {text, gzip(text), zstd(text)}) {
        for (const std::size_t batch :
             {std::size_t{1}, std::size_t{100}, std::size_t{5000}, TextSource::usual_batch}) {
            EXPECT_EQ(all_of(TextSource::of_memory("memory", content, batch)), text);
            EXPECT_EQ(all_of(TextSource(folder.write("file", content), batch)), text);
        }
    }
}

TEST(TextSource, AddsTheMissingLastLineEnd) {
    for (const std::string& content : {std::string("a\nb"), gzip("a\nb"), zstd("a\nb")}) {
        for (const std::size_t batch : {1U, 2U, 3U, 100U}) {
            EXPECT_EQ(all_of(TextSource::of_memory("memory", content, batch)), "a\nb\n");
        }
    }
    EXPECT_EQ(all_of(TextSource::of_memory("memory", "")), "");
    EXPECT_EQ(all_of(TextSource::of_memory("memory", gzip(""))), "");
    EXPECT_EQ(all_of(TextSource::of_memory("memory", zstd(""))), "");
}

TEST(TextSource, ReadsSeveralMembersAndFrames) {
    EXPECT_EQ(all_of(TextSource::of_memory("m", gzip("a\n") + gzip("b\n"))), "a\nb\n");
    EXPECT_EQ(all_of(TextSource::of_memory("m", zstd("a\n") + zstd("b\n"))), "a\nb\n");
}

TEST(TextSource, ALongLineComesWhole) {
    const std::string text = std::string(10'000'000, 'x') + "\nshort\n";
    EXPECT_EQ(all_of(TextSource::of_memory("m", text, 1000)), text);
    EXPECT_EQ(all_of(TextSource::of_memory("m", gzip(text), 1000)), text);
}

TEST(TextSource, SaysThatCompressedDataIsCutShort) {
    const std::string text = lines(500);
    const std::string packed = gzip(text);
    for (const std::size_t length :
         {std::size_t{4}, std::size_t{11}, packed.size() / 2, packed.size() - 1}) {
        EXPECT_EQ(failure(packed.substr(0, length)),
                  "data.txt: the gzip data ends too early; copy or compress the file again");
    }
    const std::string frame = zstd(text);
    for (const std::size_t length :
         {std::size_t{4}, std::size_t{11}, frame.size() / 2, frame.size() - 1}) {
        EXPECT_EQ(failure(frame.substr(0, length)),
                  "data.txt: the zstd data ends too early; copy or compress the file again");
    }
}

TEST(TextSource, SaysThatCompressedDataIsDamaged) {
    std::string packed = gzip(lines(500));
    packed[packed.size() - 6] ^= 1;  // the check sum of the content
    EXPECT_THAT(failure(packed),
                HasSubstr("data.txt: the gzip data is damaged: incorrect data check"));
    std::string frame = zstd(lines(500));
    frame[frame.size() / 2] ^= 1;
    EXPECT_THAT(failure(frame), HasSubstr("data.txt: the zstd data is damaged"));
}

TEST(TextSource, SaysWhatCannotBeOpened) {
    const testing::TemporaryFolder folder;
    try {
        TextSource source(folder.path());
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.what(), folder.path() + ": is a directory; name a file in it");
    }
    try {
        TextSource source(folder.file("none.txt"));
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.what(),
                  folder.file("none.txt") +
                      ": cannot be opened: No such file or directory; check the name");
    }
}

TEST(TextSource, CanBeLeftBeforeTheEnd) {
    const std::string packed = gzip(lines(100'000));
    TextSource source = TextSource::of_memory("m", packed, 1000);
    EXPECT_FALSE(source.next_batch().empty());
}

}  // namespace
}  // namespace gradus
