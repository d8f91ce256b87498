#include "gradus/data/side_files.hpp"

#include <cmath>
#include <filesystem>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/base/text_sink.hpp"
#include "gradus/data/formats/letor.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus {
namespace {

/// Three documents in a.txt and what stands beside them.
class SideFiles : public ::testing::Test {
  protected:
    void SetUp() override { folder.write("a.txt", "2 qid:1 1:1\n1 qid:1 1:2\n0 qid:2 1:3\n"); }

    Dataset read(const std::vector<std::string>& columns = {}) const {
        ReadOptions options;
        options.columns = columns;
        return read_dataset(folder.file("a.txt"), options);
    }

    /// The message, without the folder.
    std::string failure(const std::vector<std::string>& columns = {},
                        std::string_view format = {}) const {
        try {
            ReadOptions options;
            options.columns = columns;
            read_dataset(folder.file("a.txt"), options, format);
        } catch (const Error& error) {
            return without_folder(error);
        }
        return "no error";
    }

    std::string without_folder(const Error& error) const {
        std::string message = error.what();
        const std::string prefix = folder.path() + "/";
        for (std::size_t at = message.find(prefix); at != std::string::npos;
             at = message.find(prefix)) {
            message.erase(at, prefix.size());
        }
        return message;
    }

    void pack(const std::string& name, std::string_view content) const {
        TextSink sink(folder.file(name));
        sink.write(content);
        sink.commit();
    }

    testing::TemporaryFolder folder;
};

TEST_F(SideFiles, LabelColumnsAreReadWhenAskedForAndEmptyIsMissing) {
    folder.write("a.txt.click", "1\n\n0.5\n");
    folder.write("a.txt.view", "NULL\r\n 3 \r\n4");
    EXPECT_EQ(read().labels.size(), 1U);
    const Dataset data = read({"view", "click"});
    ASSERT_EQ(data.labels.size(), 3U);
    EXPECT_EQ(data.labels[1].name, "view");
    EXPECT_TRUE(std::isnan(data.labels[1].values[0]));
    EXPECT_EQ(data.labels[1].values[1], 3.0F);
    EXPECT_EQ(data.label("click").values[0], 1.0F);
    EXPECT_TRUE(std::isnan(data.label("click").values[1]));
    EXPECT_EQ(data.label("click").values[2], 0.5F);
}

TEST_F(SideFiles, MayBeCompressed) {
    pack("a.txt.click.gz", "1\n2\n3\n");
    pack("a.txt.weight.zst", "1\n0\n0.5\n");
    pack("a.txt.position.gz", "1\n2\n0\n");
    const Dataset data = read({"click"});
    EXPECT_EQ(data.labels[1].values, (std::vector<float>{1, 2, 3}));
    EXPECT_EQ(data.weights, (std::vector<float>{1, 0, 0.5}));
    EXPECT_EQ(data.positions, (std::vector<std::uint32_t>{1, 2, 0}));
}

TEST_F(SideFiles, StandBesideTheNameWithoutItsCompression) {
    folder.write("b.txt.weight", "7\n");
    pack("b.txt.zst", "1 qid:1 1:1\n");
    EXPECT_EQ(read_dataset(folder.file("b.txt.zst")).weights, std::vector<float>{7});
}

TEST_F(SideFiles, ALabelColumnThatIsNotThereIsAnError) {
    EXPECT_EQ(failure({"click"}),
              "a.txt: there is no label column 'click' beside it; make the file a.txt.click with a "
              "value for each document");
}

TEST_F(SideFiles, ALabelColumnOfAnotherLengthIsAnError) {
    folder.write("a.txt.click", "1\n2\n");
    EXPECT_EQ(failure({"click"}),
              "a.txt.click: there are 2 values for 3 documents; give a line for each document, in "
              "the same order");
    folder.write("a.txt.click", "1\n2\n3\n4\n5\n");
    EXPECT_EQ(failure({"click"}),
              "a.txt.click:4: there are more than the 3 values of the data; give a line for each "
              "document, in the same order");
    folder.write("a.txt.click", "");
    EXPECT_EQ(failure({"click"}),
              "a.txt.click: there are 0 values for 3 documents; give a line for each document, in "
              "the same order");
}

TEST_F(SideFiles, ALabelThatIsNoNumberFrom0IsAnError) {
    for (const std::string_view text : {"abc", "1 2", "nan5", "inf", "1e99", "0x1"}) {
        folder.write("a.txt.click", fmt::format("1\n{}\n3\n", text));
        EXPECT_EQ(
            failure({"click"}),
            fmt::format("a.txt.click:2: '{}' is not a finite number; write one decimal number "
                        "a line",
                        text));
    }
    folder.write("a.txt.click", "1\n2\n-0.5\n");
    EXPECT_EQ(failure({"click"}), "a.txt.click:3: grade -0.5 is negative; grades start at 0");
}

TEST_F(SideFiles, NamesWithAMeaningOfTheirOwnAreNoLabelColumns) {
    for (const std::string name : {"grade", "query", "weight", "position"}) {
        folder.write("a.txt." + name, "1\n1\n1\n");
        EXPECT_EQ(
            failure({name}),
            fmt::format(
                "columns: the name '{}' is reserved; choose another name for the label column",
                name));
    }
    EXPECT_EQ(failure({"click", "click"}),
              "columns: column 'click' is requested twice; name it once");
    for (const std::string name : {"", "x/y"}) {
        EXPECT_EQ(failure({name}),
                  fmt::format("columns: '{}' is not the name of a column; name a column, "
                              "such as click",
                              name));
    }
}

TEST_F(SideFiles, WeightsAreNumbersFrom0AndNeverMissing) {
    folder.write("a.txt.weight", "1\n-2\n1\n");
    EXPECT_EQ(failure(), "a.txt.weight:2: weight -2 is negative; weights start at 0");
    for (const std::string_view text : {"", "NULL", "nan", "x"}) {
        folder.write("a.txt.weight", fmt::format("1\n1\n{}\n", text));
        EXPECT_EQ(failure(),
                  fmt::format("a.txt.weight:3: '{}' is not a finite number; write one decimal "
                              "number a line",
                              text));
    }
    folder.write("a.txt.weight", "1\n1\n");
    EXPECT_EQ(failure(),
              "a.txt.weight: there are 2 values for 3 documents; give a line for each document, in "
              "the same order");
}

TEST_F(SideFiles, PositionsAreWholeNumbersKeptExactly) {
    folder.write("a.txt.position", "4294967295\n16777217\n0\n");
    EXPECT_EQ(read().positions, (std::vector<std::uint32_t>{4294967295U, 16777217U, 0}));
    for (const std::string_view text : {"1.5", "-1", "4294967296", "", "NULL", "x"}) {
        folder.write("a.txt.position", fmt::format("1\n{}\n1\n", text));
        EXPECT_EQ(
            failure(),
            fmt::format("a.txt.position:2: '{}' is not a rank; write a whole number from 1, or "
                        "0 where it is not known",
                        text));
    }
}

TEST_F(SideFiles, QuerySizesMustFitTheData) {
    folder.write("a.txt", "2 1:1\n1 1:2\n0 1:3\n");
    folder.write("a.txt.query", "2\n\n1\n");
    EXPECT_EQ(read().query_begins, (std::vector<std::size_t>{0, 2, 3}));
    folder.write("a.txt.query", "2\n");
    EXPECT_EQ(
        failure(),
        "a.txt.query: the queries have 2 documents, but a.txt has 3; make the two files match");
    folder.write("a.txt.query", "2\n2\n");
    EXPECT_EQ(failure(),
              "a.txt.query:2: query 2 has 2 documents here, but only 1 is left in a.txt; make the "
              "two files match");
    for (const std::string_view text : {"0", "-3", "1.5", "x", "99999999999999999999"}) {
        folder.write("a.txt.query", fmt::format("{}\n", text));
        EXPECT_EQ(failure(),
                  fmt::format("a.txt.query:1: '{}' is not a number of documents; write a whole "
                              "number from 1 a line",
                              text));
    }
}

TEST_F(SideFiles, ComeBackAsWritten) {
    folder.write("a.txt.click", "1\n\n0.125\n");
    folder.write("a.txt.weight", "1\n0.1\n3\n");
    folder.write("a.txt.position", "16777217\n0\n4\n");
    const Dataset data = read({"click"});
    write_letor(data, folder.file("b.txt.gz"), {});
    EXPECT_EQ(folder.content("b.txt.click"), "1\n\n0.125\n");
    EXPECT_EQ(folder.content("b.txt.weight"), "1\n0.1\n3\n");
    EXPECT_EQ(folder.content("b.txt.position"), "16777217\n0\n4\n");
    ReadOptions options;
    options.columns = {"click"};
    EXPECT_TRUE(same_content(read_dataset(folder.file("b.txt.gz"), options), data));
}

TEST_F(SideFiles, OfEarlierDataAreNotTakenForPartOfTheNew) {
    for (const std::string name : {"b.txt.weight", "b.txt.position.gz"}) {
        folder.write(name, "1\n1\n1\n");
        try {
            write_letor(read(), folder.file("b.txt"), {});
            FAIL() << name;
        } catch (const Error& error) {
            EXPECT_EQ(without_folder(error),
                      name +
                          ": it stands beside b.txt and would be read with it; remove it, or "
                          "write to another name");
        }
        EXPECT_FALSE(std::filesystem::exists(folder.file("b.txt")));
        std::filesystem::remove(folder.file(name));
    }
}

TEST_F(SideFiles, AreNotWrittenBesideStandardOutput) {
    folder.write("a.txt.position", "1\n2\n3\n");
    try {
        write_side_files(read(), "-");
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "<stdout>: label columns, weights and positions stand in files beside the "
                     "data; name a file to write to");
    }
}

TEST_F(SideFiles, OfAPathThatCannotBeLookedUpAreNotThere) {
    EXPECT_EQ(find_side_file(std::string(5000, 'a'), "click"), "");
}

}  // namespace
}  // namespace gradus
