#include "gradus/data/formats/csv.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/base/random.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/data/formats/letor.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus {
namespace {

constexpr float missing = std::numeric_limits<float>::quiet_NaN();

Dataset read(std::string_view text, const ReadOptions& options = {}, char separator = ',') {
    return read_csv(TextSource::of_memory("t.csv", text), "", separator, options);
}

std::string failure(std::string_view text, const ReadOptions& options = {}) {
    try {
        read(text, options);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

std::vector<float> row(const Dataset& data, std::size_t document) {
    const auto values = data.features.row(document);
    return {values.begin(), values.end()};
}

TEST(Csv, ReadsRolesLabelsAndFeaturesOfTheFixture) {
    ReadOptions options;
    options.columns = {"click"};
    const std::string file = std::string(GRADUS_MODULE_DIR) + "/formats/fixtures/table.csv";
    const Dataset data = read_dataset(file, options);
    EXPECT_EQ(data.documents(), 3U);
    ASSERT_EQ(data.queries(), 2U);
    EXPECT_EQ(data.query_ids[0], "q1");
    EXPECT_EQ(data.query_begins, (std::vector<std::size_t>{0, 2, 3}));
    EXPECT_EQ(data.document_ids[0], "d \"1\"");
    EXPECT_EQ(data.labels[0].values, (std::vector<float>{2, 0, 1.5}));
    EXPECT_EQ(data.labels[1].name, "click");
    EXPECT_EQ(data.labels[1].values[0], 1.0F);
    EXPECT_TRUE(std::isnan(data.labels[1].values[1]));
    EXPECT_EQ(data.weights, (std::vector<float>{1, 0.5, 1}));
    EXPECT_EQ(data.feature_names, (std::vector<std::string>{"bm25", "length, words"}));
    EXPECT_EQ(row(data, 0), (std::vector<float>{3.5, 120}));
    EXPECT_TRUE(std::isnan(row(data, 1)[0]));
    EXPECT_EQ(row(data, 2)[0], -0.25F);
    EXPECT_TRUE(std::isnan(row(data, 2)[1]));
}

TEST(Csv, ReadsTabsAndCountsFeaturesNamedByNumberAsUnnamed) {
    const std::string file = std::string(GRADUS_MODULE_DIR) + "/formats/fixtures/table.tsv";
    const Dataset data = read_dataset(file);
    EXPECT_TRUE(data.feature_names.empty());
    EXPECT_TRUE(data.document_ids.empty());
    EXPECT_TRUE(data.weights.empty());
    EXPECT_EQ(row(data, 1), (std::vector<float>{2, 3}));
    EXPECT_EQ(read("query,grade,2,1\nq,1,5,6\n").feature_names,
              (std::vector<std::string>{"2", "1"}));
}

TEST(Csv, TakesOtherNamesForTheRolesAndLeavesColumnsOut) {
    ReadOptions options;
    options.grade_column = "rel";
    options.query_column = "topic";
    options.document_column = "id";
    options.weight_column = "w";
    options.ignored_columns = {"url", "weight"};
    const Dataset data = read("url,rel,topic,id,w,weight,f\nhttp://a,3,t,d,0.5,x,7\n", options);
    EXPECT_EQ(data.grades()[0], 3.0F);
    EXPECT_EQ(data.query_ids[0], "t");
    EXPECT_EQ(data.document_ids[0], "d");
    EXPECT_EQ(data.weights, std::vector<float>{0.5F});
    EXPECT_EQ(data.feature_names, std::vector<std::string>{"f"});
}

TEST(Csv, TakesBlanksAroundNumbersAndQuotedNumbers) {
    const Dataset data = read("query,grade,a,b,c\nq, 1 ,\"2\",  ,\" 1e2\"\n");
    EXPECT_EQ(data.grades()[0], 1.0F);
    EXPECT_EQ(row(data, 0)[0], 2.0F);
    EXPECT_TRUE(std::isnan(row(data, 0)[1]));
    EXPECT_EQ(row(data, 0)[2], 100.0F);
}

TEST(Csv, NamesTheColumnsThereAreWhenOneIsMissing) {
    EXPECT_EQ(failure("qury,grade,f\nq,1,2\n"),
              "t.csv:1: there is no column 'query', 'qid', 'query_id' or 'group' (the query; "
              "'query_column' names another); did you mean 'qury'? the columns are: qury, grade, f "
              "(separated by commas)");
    EXPECT_EQ(failure("\nquery,rel\nq,1\n"),
              "t.csv:2: there is no column 'grade', 'label', 'relevance' or 'target' (the grade; "
              "'grade_column' names another); the columns are: query, rel (separated by commas)");
    ReadOptions options;
    options.columns = {"clicks"};
    EXPECT_EQ(failure("query,grade,click\nq,1,2\n", options),
              "t.csv:1: there is no column 'clicks' (a label column); did you mean 'click'? the "
              "columns are: query, grade, click (separated by commas)");
    options = {};
    options.ignored_columns = {"url"};
    EXPECT_EQ(failure("query,grade\nq,1\n", options),
              "t.csv:1: there is no column 'url' (to leave out); the columns are: query, grade "
              "(separated by commas)");
    options = {};
    options.document_column = "id";
    EXPECT_EQ(failure("query,grade\nq,1\n", options),
              "t.csv:1: there is no column 'id' (the document); the columns are: query, grade "
              "(separated by commas)");
    options = {};
    options.weight_column = "w";
    std::string wide = "query,grade";
    for (int i = 0; i < 50; ++i) wide += ",f" + std::to_string(i);
    const std::string message =
        failure(wide + "\n" + std::string(52, ',').substr(1) + "\n", options);
    EXPECT_TRUE(message.ends_with("f36, f37, ... (52 in all) (separated by commas)")) << message;
}

TEST(Csv, ChoosesTheSeparatorThatGivesTheColumnsTheirRoles) {
    EXPECT_EQ(read("query;grade;f\nq;1;2\n").feature_names, std::vector<std::string>{"f"});
    EXPECT_EQ(read("query\tgrade\tf\nq\t1\t2\n").feature_names, std::vector<std::string>{"f"});
    EXPECT_EQ(read("query,grade,f\nq,1,2\n", {}, ';').feature_names, std::vector<std::string>{"f"});
    // Names may hold other separators, as many as they like.
    EXPECT_EQ(read("query,grade,a;b;c;d\te\nq,1,2\n").feature_names,
              std::vector<std::string>{"a;b;c;d\te"});
    EXPECT_EQ(read("query;grade;\"a,b,c,d\"\nq;1;2\n").feature_names,
              std::vector<std::string>{"a,b,c,d"});
}

TEST(Csv, AColumnThatOnlyLooksLikeAnIndexIsAFeature) {
    EXPECT_EQ(read("query,grade,f\nq,1,0\nq,1,1\nq,0,2\n").features.columns(), 1U);
    EXPECT_EQ(read("query,grade,\nq,1,0\nq,1,0\nq,0,2\n").features.columns(), 1U);
    EXPECT_EQ(read("query,grade,\nq,1,0.5\nq,1,1.5\nq,0,2.5\n").features.columns(), 1U);
    EXPECT_EQ(read("query,grade,\nq,1,7\nq,0,3\n").features.columns(), 1U);
    EXPECT_EQ(read("query,grade,index\nq,1,7\nq,0,3\n").features.columns(), 1U);
    EXPECT_EQ(read(",query,grade\n1,q,1\n").features.columns(), 1U);
}

TEST(Csv, RefusesColumnsWithTwoRolesAndTwoColumnsOfOneName) {
    ReadOptions options;
    options.query_column = "grade";
    EXPECT_EQ(failure("query,grade\nq,1\n", options),
              "t.csv:1: column 'grade' cannot be both the grade and the query; give each its own "
              "column");
    EXPECT_EQ(failure("query,grade,f,f\nq,1,1,1\n"),
              "t.csv:1: columns 3 and 4 are both called 'f'; give each a name of its own");
    options = {};
    options.columns = {"a", "a"};
    EXPECT_EQ(failure("query,grade,a\nq,1,1\n", options),
              "columns: column 'a' is requested twice; name it once");
    options.columns = {"weight"};
    EXPECT_EQ(failure("query,grade,weight\nq,1,1\n", options),
              "columns: the name 'weight' is reserved; choose another name for the label column");
    // A feature without a name is called by its place, as another may be.
    EXPECT_EQ(failure("query,grade,column 4,\nq,1,1,1\n"),
              "t.csv:1: features 1 and 2 are both called 'column 4'; give each a name of its own");
}

TEST(Csv, RefusesWhatIsNoNumberWithItsPlace) {
    EXPECT_EQ(failure("query,grade,f\nq,1,abc\n"),
              "t.csv:2:5: column 'f': 'abc' is not a number; write a decimal number, or leave the "
              "column out with 'ignored_columns=f'");
    EXPECT_EQ(failure("query,grade,f\nq,1,1x\n"),
              "t.csv:2:5: column 'f': '1x' is not a number; write a decimal number, or leave the "
              "column out with 'ignored_columns=f'");
    EXPECT_EQ(failure("query,grade,f\n\"q\n2\",1,-inf\n"),
              "t.csv:3:6: column 'f': '-inf' is not a finite number; leave the field of a missing "
              "value empty");
    EXPECT_EQ(failure("query,grade,f\nq,1,1e99\n"),
              "t.csv:2:5: column 'f': '1e99' does not fit a 32-bit float; scale it down");
    EXPECT_EQ(failure("query,grade\nq,high\n"),
              "t.csv:2:3: column 'grade': 'high' is not a number; write a decimal number");
}

TEST(Csv, RefusesMissingAndNegativeGradesAndWeightsAndAnEmptyQuery) {
    EXPECT_EQ(failure("query,grade\nq,\n"),
              "t.csv:2:3: column 'grade': the value is missing; give every document one");
    EXPECT_EQ(failure("query,grade\nq,-1\n"), "t.csv:2:3: grade -1 is negative; grades start at 0");
    EXPECT_EQ(failure("query,grade,weight\nq,1,NULL\n"),
              "t.csv:2:5: column 'weight': the value is missing; give every document one");
    EXPECT_EQ(failure("query,grade,weight\nq,1,-0.5\n"),
              "t.csv:2:5: weight -0.5 is negative; weights start at 0");
    EXPECT_EQ(failure("query,grade\n,1\n"),
              "t.csv:2:1: the query is empty; give every document a query");
    ReadOptions options;
    options.columns = {"click"};
    EXPECT_EQ(failure("query,grade,click\nq,1,-2\n", options),
              "t.csv:2:5: grade -2 is negative; grades start at 0");
}

TEST(Csv, RefusesAQueryThatComesBack) {
    EXPECT_EQ(failure("query,grade\na,1\n\na,0\nb,0\na,2\n"),
              "t.csv:6: query a comes back after other queries (it began on line 2); keep the "
              "documents of a query together");
}

TEST(Csv, RefusesAFileWithoutDocuments) {
    EXPECT_EQ(failure("query,grade\n"),
              "t.csv: it has no documents; give a record for each document");
    EXPECT_EQ(failure(""), "t.csv: it has no header; name the columns in the first line");
}

TEST(Csv, RefusesMoreThanTheMemoryAllowed) {
    ReadOptions options;
    options.most_bytes = 12;
    EXPECT_EQ(
        failure("query,grade,a,b\nq,1,1,1\nq,1,1,1\n", options),
        "t.csv: 2 documents of 2 features need 16 B of memory, more than the 12 B allowed; split "
        "the file or leave out features");
}

class Described : public ::testing::Test {
  protected:
    Dataset read_described(std::string_view text, std::string_view description) {
        options.column_description = folder.write("d.cd", description);
        return read(text, options, '\t');
    }
    std::string described_failure(std::string_view text, std::string_view description) {
        try {
            read_described(text, description);
        } catch (const Error& error) {
            std::string message = error.what();
            if (message.starts_with(folder.path())) message.erase(0, folder.path().size() + 1);
            return message;
        }
        return "no error";
    }
    testing::TemporaryFolder folder;
    ReadOptions options;
};

TEST_F(Described, TakesTheRolesFromACatBoostColumnDescription) {
    const Dataset data = read_described(
        "d1\t0.5\tq1\t7\t2\tu\t9\nd2\t0\tq1\t8\t1\tu\t\n",
        "0\tDocId\n1\tLabel\n2\tGroupId\n4\tWeight\r\n5\tAuxiliary\n\n6\tNum\tage\n");
    EXPECT_EQ(data.document_ids[1], "d2");
    EXPECT_EQ(data.grades()[0], 0.5F);
    EXPECT_EQ(data.weights, (std::vector<float>{2, 1}));
    EXPECT_EQ(data.feature_names, (std::vector<std::string>{"1", "age"}));
    EXPECT_EQ(row(data, 0), (std::vector<float>{7, 9}));
}

TEST_F(Described, TakesLabelColumnsByTheNamesOfTheDescription) {
    options.columns = {"click"};
    const Dataset data = read_described("1\tq\t0\t3\n", "0\tTarget\n1\tGroupId\n2\tNum\tclick\n");
    EXPECT_EQ(data.labels[1].values, std::vector<float>{0});
    EXPECT_TRUE(data.feature_names.empty());
    EXPECT_EQ(row(data, 0), std::vector<float>{3});
}

TEST_F(Described, RefusesADescriptionThatDoesNotFit) {
    const std::string_view text = "1\tq\t0\n";
    EXPECT_EQ(
        described_failure(text, "0 Target\n"),
        "d.cd:1: '0 Target' is not column<TAB>type; write the number of the column, from 0, a "
        "tab and its type");
    EXPECT_EQ(described_failure(text, "0\tTarget\nx\tNum\n"),
              "d.cd:2: 'x' is not the number of a column; number the columns from 0");
    EXPECT_EQ(described_failure(text, "3\tTarget\n"),
              "d.cd:1: there is no column 3: the data has 3 columns; number the columns from 0");
    EXPECT_EQ(described_failure(text, "0\tTaget\n"),
              "d.cd:1: 'Taget' is not a type of column that is read; did you mean 'Target'?");
    EXPECT_EQ(
        described_failure(text, "0\tColour\n"),
        "d.cd:1: 'Colour' is not a type of column that is read; choose one of: Target, Label, "
        "GroupId, DocId, SampleId, Weight, GroupWeight, Auxiliary, Num");
    EXPECT_EQ(described_failure(text, "0\tTarget\n0\tNum\n"),
              "d.cd:2: column 0 is described again (first on line 1); describe every column once");
    EXPECT_EQ(described_failure(text, "0\tTarget\n2\tLabel\n"),
              "d.cd:2: the grade is given twice (first on line 1); let one column have each role");
    EXPECT_EQ(described_failure(text, "0\tTarget\n"),
              "d.cd: no column is the query; add a line 'column<TAB>GroupId'");
    EXPECT_EQ(described_failure(text, "1\tGroupId\n"),
              "d.cd: no column is the grade; add a line 'column<TAB>Target'");
    EXPECT_EQ(described_failure("1\tq\tx\n", "0\tTarget\n1\tGroupId\n"),
              "t.csv:1:5: column 2: 'x' is not a number; write a decimal number, or leave the "
              "column out with 'ignored_columns=column 2'");
    EXPECT_EQ(described_failure("1\tq\t0\n2\tq\n", "0\tTarget\n1\tGroupId\n"),
              "t.csv:2: the record has 2 fields, but the first record on line 1 has 3; give every "
              "record the same number of fields (tabs separate them)");
}

/// Ids of any bytes, missing values, labels, weights, positions.
Dataset random_data(Random& random) {
    constexpr std::string_view pieces[] = {"a", "7", "\"", ",", "\t", "\n", "\r\n", " ", "#", "é"};
    const auto text = [&] {
        std::string made;
        for (std::size_t k = random.below(4); k > 0; --k)
            made += pieces[random.below(std::size(pieces))];
        return made;
    };
    const auto number = [&](bool may_miss) {
        if (may_miss && random.chance(0.2)) return missing;
        return static_cast<float>(std::exp(4.0 * random.normal()));
    };
    Dataset data;
    const std::size_t queries = 1 + random.below(4);
    const std::size_t columns = random.below(5);
    data.labels.push_back({"grade", {}});
    if (random.chance(0.5)) data.labels.push_back({"click", {}});
    const bool ids = random.chance(0.5);
    const bool weights = random.chance(0.5);
    const bool positions = random.chance(0.5);
    for (std::size_t query = 0; query < queries; ++query) {
        data.query_begins.push_back(data.labels[0].values.size());
        data.query_ids.push_back(std::to_string(query) + text());
        for (std::size_t i = 1 + random.below(4); i > 0; --i) {
            data.labels[0].values.push_back(number(false));
            if (data.labels.size() > 1) data.labels[1].values.push_back(number(true));
            if (ids) data.document_ids.push_back(text());
            if (weights) data.weights.push_back(number(false));
            if (positions) data.positions.push_back(random.bits32());
        }
    }
    const std::size_t documents = data.labels[0].values.size();
    data.query_begins.push_back(documents);
    data.features = FeatureMatrix(documents, columns);
    for (std::size_t i = 0; i < documents; ++i) {
        for (float& value : data.features.mutable_row(i))
            value = random.normal() < 0 ? -number(true) : number(true);
    }
    if (random.chance(0.5)) {
        for (std::size_t j = 0; j < columns; ++j)
            data.feature_names.push_back(text() + "f" + std::to_string(j));
    }
    return data;
}

TEST(Csv, GivesBackWhatWasWritten) {
    const testing::TemporaryFolder folder;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed, "csv data");
        const Dataset data = random_data(random);
        const bool tabs = random.chance(0.5);
        const std::string name = std::to_string(seed) + (tabs ? ".tsv" : ".csv");
        const std::string path = folder.file(name + (random.chance(0.2) ? ".zst" : ""));
        write_csv(data, path, tabs ? '\t' : ',', {});
        ReadOptions options;
        if (data.labels.size() > 1) options.columns = {"click"};
        EXPECT_TRUE(same_content(data, read_dataset(path, options))) << "seed " << seed;
    }
}

TEST(Csv, QuotesOnlyWhereNeeded) {
    const testing::TemporaryFolder folder;
    ReadOptions options;
    options.columns = {"click"};
    const std::string file = std::string(GRADUS_MODULE_DIR) + "/formats/fixtures/table.csv";
    write_csv(read_dataset(file, options), folder.file("b.csv"), ',', {});
    EXPECT_EQ(folder.content("b.csv"),
              "query,document,grade,click,weight,bm25,\"length, words\"\n"
              "q1,\"d \"\"1\"\"\",2,1,1,3.5,120\n"
              "q1,d2,0,,0.5,,80\n"
              "q2,d1,1.5,0,1,-0.25,\n");
}

TEST(Csv, LetorTextComesBackTheSame) {
    const testing::TemporaryFolder folder;
    const std::string text =
        "2 qid:7 1:0.5 2:0 3:100 #docid = D1\n0 qid:7 1:0 2:NULL 3:0 #docid = D2\n"
        "1 qid:x 1:1 2:1 3:-2\n";
    write_csv(
        read_letor(TextSource::of_memory("a.txt", text), "", {}), folder.file("b.csv"), ',', {});
    write_letor(read_dataset(folder.file("b.csv")), folder.file("c.txt"), {});
    EXPECT_EQ(folder.content("c.txt"), text);
}

TEST(Csv, DoesNotWriteTwoColumnsOfOneName) {
    const testing::TemporaryFolder folder;
    ReadOptions options;
    options.grade_column = "rel";
    const Dataset data = read("query,rel,grade\nq,1,2\n", options);
    try {
        write_csv(data, "b.csv", ',', {});
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "b.csv: columns 2 and 3 are both called 'grade'; give each a name of its own");
    }
}

TEST(Csv, LetorTextRefusesIdsThatItCannotHold) {
    const auto message = [](std::string_view text) -> std::string {
        try {
            write_letor(read(text), "b.txt", {});
        } catch (const Error& error) {
            return error.what();
        }
        return "no error";
    };
    EXPECT_EQ(
        message("query,grade\na b,1\n"),
        "b.txt: LETOR text cannot hold the query id 'a b'; use ids without blanks, or another "
        "format");
    EXPECT_EQ(message("query,grade,document\na,1,\"x\ny\"\n"),
              "b.txt: LETOR text cannot hold the document id 'x\\x0ay'; use ids without blanks, or "
              "another format");
}

TEST(Csv, TakesWeightsAndPositionsFromSideFiles) {
    const testing::TemporaryFolder folder;
    const std::string path = folder.write("t.csv", "query,grade\nq,1\nq,0\n");
    const std::string weights = folder.write("t.csv.weight", "1\n2\n");
    folder.write("t.csv.position", "2\n1\n");
    const Dataset data = read_dataset(path);
    EXPECT_EQ(data.weights, (std::vector<float>{1, 2}));
    EXPECT_EQ(data.positions, (std::vector<std::uint32_t>{2, 1}));
    folder.write("t.csv", "query,grade,weight\nq,1,1\nq,0,1\n");
    try {
        read_dataset(path);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.what(), weights + ": " + path + " has weights of its own; remove one");
    }
}

TEST(Csv, ReadsTheQuerywisePoolOfCatBoost) {
    const std::filesystem::path shared = std::filesystem::path(GRADUS_SOURCE_DIR) / ".." / "shared";
    if (!std::filesystem::exists(shared)) GTEST_SKIP() << "SKIPPED LOUDLY: no " << shared;
    const std::filesystem::path folder = shared / "data" / "catboost-querywise";
    ReadOptions options;
    options.column_description = (folder / "train.cd.zst").string();
    const Dataset train = read_dataset((folder / "train.zst").string(), options, "tsv");
    EXPECT_EQ(train.documents(), 1500U);
    EXPECT_EQ(train.queries(), 91U);
    EXPECT_EQ(train.features.columns(), 50U);
    EXPECT_EQ(train.grades()[0], 0.14F);
    EXPECT_EQ(train.features.row(0)[0], 0.36387F);
    const Dataset test = read_dataset((folder / "test.zst").string(), options, "tsv");
    EXPECT_EQ(test.documents(), 500U);
    EXPECT_EQ(test.queries(), 26U);
    EXPECT_EQ(std::ranges::max(train.grades()), 0.61F);
}

}  // namespace
}  // namespace gradus
