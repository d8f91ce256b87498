#include "gradus/data/formats/cache.hpp"

#include <cmath>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "gradus/base/error.hpp"
#include "gradus/base/random.hpp"
#include "gradus/data/formats/letor.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus {
namespace {

using ::testing::HasSubstr;

Dataset sample(std::size_t documents, std::size_t features) {
    Random random(documents, "sample");
    Dataset data;
    data.features = FeatureMatrix(documents, features);
    data.labels.push_back({"grade", {}});
    data.labels.push_back({"click", {}});
    for (std::size_t i = 0; i < documents; ++i) {
        for (float& x : data.features.mutable_row(i))
            x = random.chance(0.1) ? std::nanf("") : static_cast<float>(random.normal());
        data.labels[0].values.push_back(static_cast<float>(random.below(3)));
        data.labels[1].values.push_back(random.chance(0.2) ? std::nanf("")
                                                           : static_cast<float>(random.uniform()));
        data.document_ids.push_back(fmt::format("D{}", i));
        data.comments.push_back(fmt::format("docid = D{}", i));
        data.weights.push_back(static_cast<float>(random.uniform()));
        data.positions.push_back(static_cast<std::uint32_t>(i % 7));
        if (i % 5 == 0) {
            data.query_ids.push_back(std::to_string(i));
            data.query_begins.push_back(i);
        }
    }
    data.query_begins.push_back(documents);
    for (std::size_t j = 0; j < features; ++j) data.feature_names.push_back(fmt::format("f{}", j));
    return data;
}

/// What happens when the cache is opened and every byte of it is used.
std::string outcome(const std::string& path, const Dataset& expected) {
    try {
        const Dataset data = open_cache(path);
        return same_content(data, expected) ? "same" : "other content";
    } catch (const Error& error) {
        return error.what();
    }
}

TEST(Cache, GivesBackEveryPart) {
    const testing::TemporaryFolder folder;
    const Dataset data = sample(1003, 7);
    write_cache(data, folder.file("a.gradus"));
    EXPECT_EQ(outcome(folder.file("a.gradus"), data), "same");
    const Dataset several_blocks = sample(20'000, 40);
    write_cache(several_blocks, folder.file("b.gradus"));
    EXPECT_EQ(outcome(folder.file("b.gradus"), several_blocks), "same");
}

TEST(Cache, ReadsTheFixtureOfVersionOne) {
    const Dataset data = read_dataset(GRADUS_MODULE_DIR "/formats/fixtures/two-documents.gradus");
    EXPECT_EQ(data.documents(), 2U);
    EXPECT_EQ(data.document_ids[1], "B");
    EXPECT_EQ(data.features.row(0)[0], 0.5F);
    EXPECT_TRUE(std::isnan(data.features.row(1)[1]));
}

TEST(Cache, TextToCacheToTextIsExact) {
    const testing::TemporaryFolder folder;
    Dataset data = sample(500, 9);
    data.feature_names.clear();
    write_letor(data, folder.file("a.txt"), {});
    const Dataset read = read_dataset(folder.file("a.txt"), {.columns = {"click"}});
    write_cache(read, folder.file("a.gradus"));
    write_letor(open_cache(folder.file("a.gradus")), folder.file("b.txt"), {});
    for (const char* side : {"", ".click", ".weight", ".position"}) {
        EXPECT_EQ(folder.content(std::string("a.txt") + side),
                  folder.content(std::string("b.txt") + side));
    }
}

TEST(Cache, CutAtAnyByteIsAnError) {
    const testing::TemporaryFolder folder;
    const Dataset data = sample(12, 3);
    write_cache(data, folder.file("a.gradus"));
    const std::string whole = folder.content("a.gradus");
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const std::string path = folder.write("cut.gradus", whole.substr(0, length));
        EXPECT_THAT(outcome(path, data), HasSubstr("cut.gradus: ")) << length;
    }
    EXPECT_THAT(outcome(folder.write("cut.gradus", whole + "x"), data), HasSubstr("instead of"));
}

TEST(Cache, AnyFlippedByteIsAnError) {
    const testing::TemporaryFolder folder;
    const Dataset data = sample(12, 3);
    write_cache(data, folder.file("a.gradus"));
    std::string bytes = folder.content("a.gradus");
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        for (const char flip : {'\x01', '\x80'}) {
            bytes[i] = static_cast<char>(bytes[i] ^ flip);
            EXPECT_THAT(outcome(folder.write("flip.gradus", bytes), data),
                        HasSubstr("flip.gradus: "))
                << i;
            bytes[i] = static_cast<char>(bytes[i] ^ flip);
        }
    }
}

TEST(Cache, ADamagedBlockIsNoticedWhenItIsTouchedAndNotBefore) {
    const testing::TemporaryFolder folder;
    const Dataset data = sample(20'000, 40);
    write_cache(data, folder.file("a.gradus"));
    std::string bytes = folder.content("a.gradus");
    const std::size_t in_the_last_row =
        bytes.rfind(std::string(reinterpret_cast<const char*>(&data.features.row(19'999)[20]), 40));
    ASSERT_NE(in_the_last_row, std::string::npos);
    bytes[in_the_last_row] = static_cast<char>(bytes[in_the_last_row] ^ 1);
    const Dataset damaged = open_cache(folder.write("b.gradus", bytes));
    EXPECT_NO_THROW(damaged.features.row(0));
    try {
        damaged.features.row(19'999);
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_THAT(
            error.what(),
            HasSubstr("b.gradus: the cache is damaged: block 4; delete it and create it again"));
    }
}

TEST(Cache, SaysWhatIsNoCache) {
    const testing::TemporaryFolder folder;
    EXPECT_THAT(
        outcome(folder.write("a.gradus", "1 qid:1 1:1\n"), {}),
        HasSubstr("a.gradus: this is not a Gradus cache; give a .gradus file that Gradus wrote"));
    EXPECT_THAT(outcome(folder.write("b.gradus", ""), {}), HasSubstr("this is not a Gradus cache"));
}

/// Hears the notes of reading through a cache.
struct Notes final : Progress {
    void update(const ProgressState& /*state*/) override {}
    void finish(const ProgressState& /*state*/, std::string_view result) override {
        heard += fmt::format("read {}|", result);
    }
    void note(std::string_view text) override { heard += fmt::format("note {}|", text); }
    std::string heard;
};

class ReadThroughCache : public ::testing::Test {
  protected:
    testing::TemporaryFolder folder_;
    std::string path_ = folder_.write("a.txt", "1 qid:1 1:1\n0 qid:1 2:1\n");

    std::string heard(ReadOptions options = {}) {
        Notes notes;
        options.cache = true;
        options.progress = notes;
        const Dataset data = read_dataset(path_, options);
        EXPECT_EQ(data.documents(), 2U);
        std::string text = notes.heard;
        for (std::size_t at = text.find(folder_.path()); at != std::string::npos;
             at = text.find(folder_.path())) {
            text.erase(at, folder_.path().size() + 1);
        }
        return text;
    }
    const std::string made_ =
        "read 2 documents, 2 features, 1 query|note kept as a.txt.gradus for the next time|";
    const std::string made_again_ =
        "note a.txt.gradus was made from other data or with other options and is made again|" +
        made_;
};

TEST_F(ReadThroughCache, ReadsTheTextOnce) {
    EXPECT_EQ(heard(), made_);
    EXPECT_EQ(heard(), "");
}

TEST_F(ReadThroughCache, NoticesAChangedSourceOfTheSameSizeAndTime) {
    heard();
    const auto before = std::filesystem::last_write_time(path_);
    folder_.write("a.txt", "1 qid:1 1:1\n0 qid:1 2:2\n");
    std::filesystem::last_write_time(path_, before);
    EXPECT_EQ(heard(), made_again_);
    EXPECT_EQ(read_dataset(path_, {.cache = true}).features.row(1)[1], 2.0F);
}

TEST_F(ReadThroughCache, ATouchedButEqualSourceStillFits) {
    heard();
    std::filesystem::last_write_time(path_, std::filesystem::file_time_type::clock::now());
    EXPECT_EQ(heard(), "");
}

TEST_F(ReadThroughCache, OtherOptionsOrSideFilesMakeItAgain) {
    heard();
    EXPECT_EQ(heard({.gaps = Gaps::missing}), made_again_);
    folder_.write("a.txt.weight", "1\n2\n");
    EXPECT_EQ(heard({.gaps = Gaps::missing}), made_again_);
    EXPECT_EQ(heard({.gaps = Gaps::missing}), "");
    folder_.write("a.txt.weight", "1\n3\n");
    EXPECT_EQ(heard({.gaps = Gaps::missing}), made_again_);
}

TEST_F(ReadThroughCache, ADamagedCacheIsSaidAndMadeAgain) {
    heard();
    const std::string whole = folder_.content("a.txt.gradus");
    folder_.write("a.txt.gradus", whole.substr(0, 20));
    EXPECT_EQ(heard(),
              "note a.txt.gradus: the cache is cut short; delete it and create it again|" + made_);
    EXPECT_EQ(heard(), "");
    folder_.write("a.txt.gradus", "");
    EXPECT_EQ(
        heard(),
        "note a.txt.gradus: this is not a Gradus cache; give a .gradus file that Gradus wrote|" +
            made_);
}

TEST_F(ReadThroughCache, AByteThatChangedIsSaidAndTheCacheMadeAgain) {
    heard();
    std::string bytes = folder_.content("a.txt.gradus");
    bytes[70] ^= 1;  // in the first block
    folder_.write("a.txt.gradus", bytes);
    EXPECT_EQ(
        heard(),
        "note a.txt.gradus: the cache is damaged: block 0; delete it and create it again|" + made_);
    EXPECT_EQ(heard(), "");
}

TEST_F(ReadThroughCache, WhatIsNotTheCacheOfAFileIsNotOverwritten) {
    const std::string cache = folder_.write("a.txt.gradus", "my notes");
    EXPECT_EQ(testing::error_message([&] { heard(); }),
              cache +
                  ": this is not a Gradus cache, and one would be written over it; move it away, "
                  "or leave out 'cache'");
    EXPECT_EQ(folder_.content("a.txt.gradus"), "my notes");
    write_cache(read_dataset(path_), cache);
    EXPECT_EQ(testing::error_message([&] { heard(); }),
              cache +
                  ": it holds data, not the cache of a file, and would be overwritten; read it by "
                  "its own name, move it away, or leave out 'cache'");
}

TEST_F(ReadThroughCache, ACacheOpenedByNameIsRefusedWhenItsSourceChanged) {
    heard();
    EXPECT_EQ(open_cache(path_ + ".gradus").documents(), 2U);
    folder_.write("a.txt", "1 qid:1 1:1\n");
    try {
        open_cache(path_ + ".gradus");
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(),
                    HasSubstr("a.txt.gradus: a.txt, which the cache was made from, has changed; "
                              "remove the cache, or make "
                              "it again by reading the file with 'cache'"));
    }
    std::filesystem::remove(path_);
    EXPECT_EQ(open_cache(path_ + ".gradus").documents(), 2U);
}

}  // namespace
}  // namespace gradus
