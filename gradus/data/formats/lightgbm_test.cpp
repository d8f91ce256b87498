#include <filesystem>
#include <map>

#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/data/format.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus {
namespace {

/// Keeps what it is told.
class Notes final : public Progress {
  public:
    void update(const ProgressState& /*state*/) override {}
    void finish(const ProgressState& /*state*/, std::string_view /*result*/) override {}
    void note(std::string_view text) override { texts.emplace_back(text); }
    std::vector<std::string> texts;
};

TEST(Lightgbm, ReadsTheFixtureByItsEnding) {
    const Dataset data =
        read_dataset(std::string(GRADUS_MODULE_DIR) + "/formats/fixtures/sample.train");
    EXPECT_EQ(data.documents(), 3U);
    EXPECT_EQ(data.query_begins, (std::vector<std::size_t>{0, 2, 3}));
    EXPECT_EQ(data.query_ids[1], "2");
}

TEST(Lightgbm, WantsTheSizesOfTheQueries) {
    const testing::TemporaryFolder folder;
    const std::string path = folder.write("a.train", "1 1:2\n");
    try {
        read_dataset(path);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.what(),
                  path +
                      ": there is no .query file beside it; give the number of documents of "
                      "each query, a line each");
    }
}

TEST(Lightgbm, WritesLinesWithoutQidAndSaysThatIdsAreLost) {
    const testing::TemporaryFolder folder;
    const std::string source = folder.write(
        "a.txt", "2 qid:7 1:0.5 3:1 #docid = D\n0 qid:7 2:NULL\n1 qid:x 1:4 # comment\n");
    Notes notes;
    WriteOptions options;
    options.progress = notes;
    const FormatEntry& format = format_named("lightgbm");
    format.write(read_dataset(source), folder.file("b.train.gz"), options);
    EXPECT_EQ(notes.texts,
              std::vector<std::string>{
                  "the ids of queries and documents are not kept: they become numbers"});
    EXPECT_EQ(folder.content("b.train.query"), "2\n1\n");
    const Dataset data = read_dataset(folder.file("b.train.gz"));
    EXPECT_EQ(data.documents(), 3U);
    EXPECT_TRUE(data.document_ids.empty());

    notes.texts.clear();
    options.sparse = true;
    format.write(read_dataset(folder.file("b.train.gz")), folder.file("c.train"), options);
    EXPECT_TRUE(notes.texts.empty()) << "the ids are those that reading gives";
    EXPECT_EQ(folder.content("c.train"), "2 1:0.5 3:1\n0 2:NULL 3:0\n1 1:4 3:0\n");
    EXPECT_TRUE(same_content(read_dataset(folder.file("c.train")), data));
}

TEST(Lightgbm, DoesNotWriteToStandardOutput) {
    try {
        format_named("lightgbm").write(Dataset{}, "-", {});
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "<stdout>: the sizes of the queries stand in a file beside the data; name a "
                     "file to write to");
    }
}

TEST(Lightgbm, ReadsTheExampleOfLightgbm) {
    const std::filesystem::path shared = std::filesystem::path(GRADUS_SOURCE_DIR) / ".." / "shared";
    if (!std::filesystem::exists(shared)) GTEST_SKIP() << "SKIPPED LOUDLY: no " << shared;
    const std::filesystem::path folder = shared / "data" / "lightgbm-lambdarank";
    const auto grades = [](const Dataset& data) {
        std::map<float, int> counts;
        for (const float grade : data.grades()) ++counts[grade];
        return counts;
    };
    const Dataset train = read_dataset((folder / "rank.train.zst").string());
    EXPECT_EQ(train.documents(), 3005U);
    EXPECT_EQ(train.queries(), 201U);
    EXPECT_EQ(train.features.columns(), 300U);
    EXPECT_EQ(grades(train),
              (std::map<float, int>{{0, 645}, {1, 1211}, {2, 858}, {3, 222}, {4, 69}}));
    const Dataset test = read_dataset((folder / "rank.test.zst").string());
    EXPECT_EQ(test.documents(), 768U);
    EXPECT_EQ(test.queries(), 50U);
    EXPECT_EQ(grades(test), (std::map<float, int>{{0, 206}, {1, 256}, {2, 252}, {3, 44}, {4, 10}}));
}

}  // namespace
}  // namespace gradus
