#include "gradus/data/align_features.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/testing/error_message.hpp"

namespace gradus {
namespace {

using testing::error_message;

/// Two documents with the values 1, 2, … and 11, 12, …
Dataset data_of(std::size_t features, std::vector<std::string> names = {}) {
    Dataset data;
    data.features = FeatureMatrix(2, features);
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 0; j < features; ++j)
            data.features.mutable_row(i)[j] = static_cast<float>(10 * i + j + 1);
    data.feature_names = std::move(names);
    return data;
}

FeatureSchema schema(std::vector<std::string> names, std::optional<Gaps> gaps = {}) {
    return {.names = std::move(names), .gaps = gaps, .owner = "the model"};
}

/// "1 2 -" for the second document; "-" is a missing value.
std::string second_row(const Dataset& data) {
    std::string text;
    for (const float value : data.features.row(1)) {
        if (!text.empty()) text += ' ';
        text += std::isnan(value) ? "-" : std::to_string(static_cast<int>(value));
    }
    return text;
}

std::string aligned(Dataset data, const FeatureSchema& wanted, ExtraFeatures extra = {}) {
    align_features(data, wanted, "data", extra);
    return second_row(data);
}

TEST(AlignFeatures, NamesDecideInWhateverOrderTheyStand) {
    const FeatureSchema wanted = schema({"a", "b", "c"});
    EXPECT_EQ(aligned(data_of(3, {"a", "b", "c"}), wanted), "11 12 13");
    EXPECT_EQ(aligned(data_of(3, {"c", "a", "b"}), wanted), "12 13 11");
    Dataset data = data_of(3, {"c", "a", "b"});
    align_features(data, wanted, "data");
    EXPECT_EQ(data.feature_names, wanted.names);
}

TEST(AlignFeatures, NumbersAreNamesToo) {
    const FeatureSchema wanted = schema({"1", "2"});
    EXPECT_EQ(aligned(data_of(2, {"2", "1"}), wanted), "12 11");
    EXPECT_EQ(aligned(data_of(2, {"x", "y"}), wanted), "11 12");
    // One number among the names, and all count as names.
    Dataset mixed = data_of(2, {"x", "1"});
    EXPECT_EQ(error_message([&] { align_features(mixed, wanted, "x.csv"); }),
              "x.csv: it lacks 1 feature of the model: '2' (and has 1 of its own: 'x'); give it a "
              "column of that name for each feature");
}

/// As LETOR text is read.
Dataset sparse_of(std::size_t features, Gaps gaps = Gaps::zero) {
    Dataset data = data_of(features);
    data.gaps = gaps;
    return data;
}

TEST(AlignFeatures, NumbersAreMatchedByNumberAlways) {
    const FeatureSchema wanted = schema({"2", "3"});
    EXPECT_EQ(aligned(data_of(2, {"3", "2"}), wanted), "12 11");
    EXPECT_EQ(aligned(data_of(3), wanted, ExtraFeatures::ignore), "12 13");
    EXPECT_EQ(aligned(sparse_of(3), wanted, ExtraFeatures::ignore), "12 13");
    EXPECT_EQ(aligned(sparse_of(2), wanted, ExtraFeatures::ignore), "12 0");
    EXPECT_EQ(aligned(sparse_of(2, Gaps::missing), wanted, ExtraFeatures::ignore), "12 -");
    EXPECT_EQ(aligned(data_of(2), schema({"2", "1"})), "12 11");
    EXPECT_EQ(aligned(sparse_of(2), schema({"2", "1"})), "12 11");
    Dataset table = data_of(2);
    EXPECT_EQ(error_message([&] { align_features(table, wanted, "x.csv"); }),
              "x.csv: it lacks 1 feature of the model: '3' (and has 1 of its own: '1'); give it a "
              "column of that name for each feature");
    Dataset text = sparse_of(3);
    EXPECT_EQ(error_message([&] { align_features(text, wanted, "x.txt"); }),
              "x.txt: it has 1 feature that the model does not have: '1'; give data with the same "
              "features, or leave out the others with 'extra_features=ignore'");
}

TEST(AlignFeatures, AFeatureThatNoLineHasIsNotThere) {
    for (const Gaps gaps : {Gaps::zero, Gaps::missing}) {
        Dataset text = sparse_of(3, gaps);
        for (std::size_t i = 0; i < 2; ++i) text.features.mutable_row(i)[0] = gap_value(gaps);
        EXPECT_EQ(align_features(text, schema({"2", "3"}), "x.txt"), 0);
        EXPECT_EQ(second_row(text), "12 13");
        Dataset wide = sparse_of(3, gaps);
        for (std::size_t i = 0; i < 2; ++i) wide.features.mutable_row(i)[2] = gap_value(gaps);
        EXPECT_NE(error_message([&] { align_features(wide, schema({"2", "1"}), "x.txt"); }), "");
    }
    // The column of a table is there whatever it holds.
    Dataset table = data_of(3);
    for (std::size_t i = 0; i < 2; ++i) table.features.mutable_row(i)[0] = 0.0F;
    EXPECT_NE(error_message([&] { align_features(table, schema({"2", "3"}), "x.csv"); }), "");
}

TEST(AlignFeatures, ANumberAmongWordsIsAName) {
    Dataset text = sparse_of(2);
    EXPECT_EQ(error_message([&] {
                  align_features(text, schema({"x", "1"}), "x.txt");
              }),
              "x.txt: it lacks 1 feature of the model: 'x' (and has 1 of its own: '2'); give it a "
              "column of that name for each feature");
}

TEST(AlignFeatures, WithoutNamesThePlaceDecidesAndGapsAreFilled) {
    const FeatureSchema named = schema({"a", "b", "c"});
    EXPECT_EQ(aligned(data_of(3), named), "11 12 13");
    EXPECT_EQ(aligned(sparse_of(1), named), "11 0 0");
    EXPECT_EQ(aligned(sparse_of(1, Gaps::missing), schema({"1", "2"}, Gaps::missing)), "11 -");
    EXPECT_EQ(aligned(sparse_of(1), schema({"1", "2"}, Gaps::zero)), "11 0");
    EXPECT_EQ(aligned(sparse_of(0), schema({"1", "2"})), "0 0");
    EXPECT_EQ(aligned(sparse_of(1, Gaps::missing), schema({"1", "2"})), "11 -");
    Dataset table = data_of(1);  // has every value, so that none may be taken for granted
    EXPECT_EQ(error_message([&] {
                  align_features(table, schema({"1", "2"}), "x.csv");
              }),
              "x.csv: it has 1 feature, but the model has 2; give it a column for each feature");
}

TEST(AlignFeatures, SaysWhatIsLackingOrTooMuch) {
    const FeatureSchema wanted = schema({"a", "b"});
    const auto refusal = [&](Dataset data, const FeatureSchema& of) {
        return error_message([&] { align_features(data, of, "x.csv"); });
    };
    EXPECT_EQ(refusal(data_of(1, {"a"}), wanted),
              "x.csv: it lacks 1 feature of the model: 'b'; give it a column of that name for each "
              "feature");
    EXPECT_EQ(refusal(data_of(2, {"a", "c"}), wanted),
              "x.csv: it lacks 1 feature of the model: 'b' (and has 1 of its own: 'c'); give it a "
              "column of that name for each feature");
    EXPECT_EQ(refusal(data_of(4, {"a", "c", "b", "d"}), wanted),
              "x.csv: it has 2 features that the model does not have: 'c', 'd'; leave out columns "
              "with 'ignored_columns', or all such features with 'extra_features=ignore'");
    EXPECT_EQ(refusal(data_of(3), wanted),
              "x.csv: it has 3 features, but the model has 2; give data with the same features, or "
              "leave out the others with 'extra_features=ignore'");
    EXPECT_EQ(refusal(data_of(1, {"x"}), schema({"1", "2"})),
              "x.csv: it has 1 feature, but the model has 2; give it a column for each feature");
    EXPECT_EQ(refusal(data_of(3, {"b", "a", "b"}), wanted),
              "x.csv: two features are called 'b'; give each a name of its own");
    std::vector<std::string> many;
    for (int j = 0; j < 12; ++j) many.push_back("f" + std::to_string(j));
    EXPECT_EQ(refusal(data_of(1, {"a"}), schema(many)).substr(0, 61),
              "x.csv: it lacks 12 features of the model: 'f0', 'f1', 'f2', '");
}

TEST(AlignFeatures, ExtraFeaturesAreIgnoredOnRequest) {
    Dataset named = data_of(4, {"d", "b", "c", "a"});
    EXPECT_EQ(align_features(named, schema({"a", "b"}), "data", ExtraFeatures::ignore), 2);
    EXPECT_EQ(second_row(named), "14 12");
    EXPECT_EQ(aligned(data_of(4), schema({"1", "2"}), ExtraFeatures::ignore), "11 12");
}

TEST(AlignFeatures, RefusesDataThatWasReadWithOtherGaps) {
    Dataset data = data_of(2);
    data.gaps = Gaps::zero;
    EXPECT_EQ(error_message([&] {
                  align_features(data, schema({"1", "2"}, Gaps::missing), "x");
              }),
              "x: features that a line leaves out were read as zero, but the model takes them as "
              "missing; read it with 'gaps=missing'");
    align_features(data, schema({"1", "2"}, Gaps::zero), "x");
    align_features(data, schema({"1", "2"}), "x");
}

TEST(AlignFeatures, ACopyIsMadeOnlyWhereItDiffers) {
    EXPECT_FALSE(aligned_copy(data_of(2, {"a", "b"}), schema({"a", "b"}), "data").has_value());
    Dataset data = data_of(2, {"b", "a"});
    data.labels.push_back({"grade", {1.0F, 0.0F}});
    data.query_begins = {0, 2};
    data.query_ids.push_back("q");
    data.document_ids.push_back("x");
    data.document_ids.push_back("y");
    data.weights = {1.0F, 2.0F};
    data.positions = {1, 2};
    data.gaps = Gaps::missing;
    const auto copy = aligned_copy(data, schema({"a", "b"}), "data");
    ASSERT_TRUE(copy.has_value());
    align_features(data, schema({"a", "b"}), "data");
    EXPECT_TRUE(same_content(*copy, data));
    EXPECT_EQ(copy->gaps, Gaps::missing);
}

TEST(FeatureAlignment, GivesValuesRowsAndTheirParts) {
    const Dataset data = sparse_of(2, Gaps::missing);
    const FeatureAlignment alignment(schema({"1", "2", "3"}, Gaps::missing), data, "data");
    EXPECT_FALSE(alignment.is_identity());
    EXPECT_EQ(alignment.value(data.features.row(1), 1), 12.0F);
    EXPECT_TRUE(std::isnan(alignment.value(data.features.row(1), 2)));
    const std::vector<float> rows = alignment.rows(data, 0, 2);
    ASSERT_EQ(rows.size(), 6);
    EXPECT_EQ(rows[3], 11.0F);
    EXPECT_TRUE(std::isnan(rows[5]));
}

}  // namespace
}  // namespace gradus
