#include "gradus/models/tree_ensemble.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/base/random.hpp"
#include "gradus/base/sealed_json.hpp"
#include "gradus/models/model_format.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/random_trees.hpp"

namespace gradus {
namespace {

const float missing = std::nanf("");

/// x0 <= 1 ? (x1 <= -2 ? 10 : 20) : 30; a missing x0 goes right, a missing x1 left.
Tree two_splits() {
    return {.splits = {{.feature = 0,
                        .threshold = 1.0F,
                        .left = 1,
                        .right = ~0,
                        .gain = 2.5,
                        .documents = 10},
                       {.feature = 1,
                        .threshold = -2.1F,
                        .missing_left = true,
                        .left = ~1,
                        .right = ~2,
                        .gain = 0.5,
                        .documents = 6}},
            .leaves = {{.value = 30.0, .documents = 4},
                       {.value = 10.0, .documents = 1},
                       {.value = 20.1, .documents = 5}}};
}

TrainingNotes notes() {
    return {.learner = "lambdamart",
            .targets = {"NDCG@10", "AP"},
            .parameters = {{"trees", "2"}, {"leaves", "3"}}};
}

/// The text of a model of the tree above and a lone leaf.
const std::string known_text = R"({
 "format": "gradus-model",
 "version": 1,
 "model": "trees",
 "learner": "lambdamart",
 "targets": ["NDCG@10", "AP"],
 "parameters": [["trees", "2"], ["leaves", "3"]],
 "base": 0.5,
 "features": ["a", "b"],
 "trees": [
  {
   "feature": [0, 1],
   "threshold": [1, -2.1],
   "missing_left": [0, 1],
   "left": [1, -2],
   "right": [-1, -3],
   "gain": [2.5, 0.5],
   "split_documents": [10, 6],
   "value": [30, 10, 20.1],
   "leaf_documents": [4, 1, 5]
  },
  {
   "feature": [],
   "threshold": [],
   "missing_left": [],
   "left": [],
   "right": [],
   "gain": [],
   "split_documents": [],
   "value": [-0.0],
   "leaf_documents": [0]
  }
 ]
}
)";

TreeEnsemble known_model() {
    return {{"a", "b"}, 0.5, {two_splits(), {.splits = {}, .leaves = {{.value = -0.0}}}}, notes()};
}

TreeEnsemble random_model(std::uint64_t seed, std::size_t trees, std::size_t features) {
    Random random(seed, "model");
    std::vector<std::string> names;
    for (std::size_t j = 0; j < features; ++j) names.push_back(std::to_string(j + 1));
    std::vector<Tree> all;
    for (std::size_t i = 0; i < trees; ++i)
        all.push_back(testing::random_tree(random, 1 + random.below(40), features));
    return {std::move(names), random.normal(), std::move(all)};
}

std::string failure(const std::string& text) {
    try {
        model_from_text(text, "model.json");
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

/// The known text with one part replaced; the part must be there.
std::string damaged(const std::string& part, const std::string& by) {
    std::string text = known_text;
    const std::size_t place = text.find(part);
    EXPECT_NE(place, std::string::npos) << part;
    return text.replace(place, part.size(), by);
}

TEST(TreeEnsemble, AddsTheLeavesOfAllTreesToTheBase) {
    const TreeEnsemble model(
        {"a", "b"}, 0.5, {two_splits(), {.splits = {}, .leaves = {{.value = 0.25}}}});
    EXPECT_EQ(model.score(std::vector<float>{1.0F, -2.1F}), 10.75F);
    EXPECT_EQ(model.score(std::vector<float>{1.0F, -2.0F}), 20.85F);
    EXPECT_EQ(model.score(std::vector<float>{1.5F, -2.1F}), 30.75F);
    EXPECT_EQ(model.score(std::vector<float>{missing, -2.1F}), 30.75F);
    EXPECT_EQ(model.score(std::vector<float>{0.0F, missing}), 10.75F);
}

TEST(TreeEnsemble, SumsInDoubleAndRoundsOnce) {
    const auto leaf = [](double value) { return Tree{.splits = {}, .leaves = {{.value = value}}}; };
    const TreeEnsemble model({}, 1e8, {leaf(1.0), leaf(1.0), leaf(-1e8)});
    EXPECT_EQ(model.score({}), 2.0F);
}

TEST(TreeEnsemble, ReadsTheLargestFloatsItWrites) {
    constexpr float largest = std::numeric_limits<float>::max();
    for (const float threshold :
         {largest, -largest, 1e38F, std::numeric_limits<float>::denorm_min(), -0.0F}) {
        const Tree tree{.splits = {{.feature = 0, .threshold = threshold}},
                        .leaves = {{.value = 1.0}, {.value = -0.0}}};
        const TreeEnsemble model({"a"}, -0.0, {tree});
        const auto again = model_from_text(model.to_text(), "copy");
        EXPECT_EQ(again->to_text(), model.to_text());
        const auto& read = *again->as<TreeEnsemble>();
        EXPECT_EQ(std::bit_cast<std::uint32_t>(read.trees()[0].splits[0].threshold),
                  std::bit_cast<std::uint32_t>(threshold));
    }
    for (const char* const beyond : {"3.4028236e+38", "1e39", "-3.4028236e+38"}) {
        std::string text = TreeEnsemble({"a"},
                                        0.0,
                                        {Tree{.splits = {{.feature = 0, .threshold = 0.125F}},
                                              .leaves = {{.value = 1.0}, {.value = 2.0}}}})
                               .to_text();
        text.replace(text.find("0.125"), 5, beyond);
        EXPECT_EQ(testing::error_message([&] { model_from_text(text, "copy"); }),
                  "copy: the model file is damaged: trees[0]: 'threshold'[0] is not a valid "
                  "number; give a model that Gradus has trained");
    }
}

TEST(TreeEnsemble, WithoutTreesScoresTheBase) {
    const TreeEnsemble model({"a"}, 0.5, {});
    EXPECT_EQ(model.score(std::vector<float>{1.0F}), 0.5F);
    EXPECT_EQ(model_from_text(model.to_text(), "copy")->to_text(), model.to_text());
}

TEST(TreeEnsemble, WritesItsFile) {
    EXPECT_EQ(known_model().to_text(), sealed_json(known_text));
}

TEST(TreeEnsemble, AReloadedModelScoresTheSameBits) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const TreeEnsemble model = random_model(seed, 10, 4);
        const auto loaded = model_from_text(model.to_text(), "copy");
        EXPECT_EQ(loaded->to_text(), model.to_text());
        Random random(seed, "rows");
        for (int trial = 0; trial < 50; ++trial) {
            const std::vector<float> row = testing::random_row(random, 4);
            ASSERT_EQ(loaded->score(row), model.score(row)) << seed;
        }
    }
    // A score of minus zero stays one.
    const TreeEnsemble zero({}, -0.0, {{.splits = {}, .leaves = {{.value = -0.0}}}});
    EXPECT_TRUE(std::signbit(model_from_text(zero.to_text(), "copy")->score({})));
}

TEST(TreeEnsemble, AnyFloatIsAThresholdThatSurvivesTheFile) {
    Random random(1, "thresholds");
    for (int trial = 0; trial < 3000; ++trial) {
        const auto threshold = std::bit_cast<float>(random.bits32());
        if (!std::isfinite(threshold)) continue;
        Tree tree = two_splits();
        tree.splits[0].threshold = threshold;
        const TreeEnsemble model({"a", "b"}, 0.0, {tree});
        const auto loaded = model_from_text(model.to_text(), "copy");
        const auto& copy = *loaded->as<TreeEnsemble>();
        ASSERT_EQ(copy.trees()[0].splits[0].threshold, threshold);
    }
}

TEST(TreeEnsemble, NamesThatAreNoTextOfUnicodeDoNotStopTheWriter) {
    const TreeEnsemble model({"caf\xE9", "quote\"\n"}, 0.0, {});
    const auto loaded = model_from_text(model.to_text(), "copy");
    EXPECT_EQ(loaded->feature_name(0), "caf\xEF\xBF\xBD");
    EXPECT_EQ(loaded->feature_name(1), "quote\"\n");
}

TEST(TreeEnsemble, LoadingSaysWhatIsDamaged) {
    EXPECT_EQ(failure(known_text), "no error");
    const struct {
        const char* part;
        const char* by;
        const char* what;
    } cases[] = {
        {"\"base\": 0.5", "\"base\": null", "'base' is not a number"},
        {"\"lambdamart\"", "3", "'learner' is not text"},
        {"[\"NDCG@10\", \"AP\"]", "[1]", "'targets' has an entry that is not text"},
        {"[\"trees\", \"2\"]",
         "[\"trees\"]",
         "'parameters' has an entry that is not a pair of texts"},
        {"[\"a\", \"b\"]", "{}", "'features' is not a list"},
        {"[\"a\", \"b\"]", "[\"a\"]", "trees[0]: split 1 asks for feature 1 of 1"},
        {"\"feature\": [0, 1]",
         "\"feature\": [0, -1]",
         "trees[0]: 'feature'[1] is not a valid number"},
        {"\"feature\": [0, 1]", "\"feature\": 7", "trees[0]: 'feature' is not a list"},
        {"[1, -2.1]", "[1]", "trees[0]: 'threshold' has 1 numbers, not 2"},
        {"[1, -2.1]", "[1, 1e39]", "trees[0]: 'threshold'[1] is not a valid number"},
        {"[0, 1],\n   \"left\"",
         "[0, 2],\n   \"left\"",
         "trees[0]: 'missing_left'[1] is not a valid number"},
        {"[1, -2]", "[1, -2.5]", "trees[0]: 'left'[1] is not a valid number"},
        {"[1, -2]", "[1, 4294967295]", "trees[0]: 'left'[1] is not a valid number"},
        {"[1, -2]", "[1, 18446744073709551615]", "trees[0]: 'left'[1] is not a valid number"},
        {"[1, -2]", "[0, -2]", "trees[0]: split 0 stands behind its child 0"},
        {"[1, -2]", "[1, 0]", "trees[0]: split 1 stands behind its child 0"},
        {"[1, -2]", "[2, -2]", "trees[0]: split 0 has a child 2 that there is not"},
        {"[1, -2]", "[1, -4]", "trees[0]: split 1 has a child -4 that there is not"},
        {"[1, -2]",
         "[1, -2147483648]",
         "trees[0]: split 1 has a child -2147483648 that there is not"},
        {"[1, -2]", "[1, -3]", "trees[0]: child -3 of split 1 has a parent already"},
        {"[10, 6]", "[10, -6]", "trees[0]: 'split_documents'[1] is not a valid number"},
        {"[30, 10, 20.1]", "[30, 10, \"x\"]", "trees[0]: 'value'[2] is not a valid number"},
        {"[30, 10, 20.1]", "[30, 10]", "trees[0]: 'leaf_documents' has 3 numbers, not 2"},
        {"[30, 10, 20.1]", "[30, 10, 4e38]", "a sum of its values may be too large for a score"},
        {"[-0.0],\n   \"leaf_documents\": [0]",
         "[],\n   \"leaf_documents\": []",
         "trees[1]: 0 splits do not fit 0 leaves"},
        {"\"value\"", "\"worth\"", "trees[0]: 'value' is not a list"},
        {"20.1]", "1e999]", "a number in it is too large"},
    };
    for (const auto& [part, by, what] : cases) {
        EXPECT_EQ(failure(damaged(part, by)),
                  "model.json: the model file is damaged: " + std::string(what) +
                      "; give a model that Gradus has trained");
    }
    EXPECT_EQ(failure(known_text.substr(0, known_text.find("\"right\""))),
              "model.json:16:4: the model file is damaged: it is not valid JSON here; give a model "
              "that Gradus has trained");
}

TEST(TreeEnsemble, SummaryTellsWhatItIs) {
    EXPECT_EQ(known_model().summary(),
              "kind        trees\n"
              "learner     lambdamart\n"
              "trained for NDCG@10, then AP\n"
              "parameters  trees = 2\n"
              "            leaves = 3\n"
              "features    2, of which 2 used\n"
              "trees       2\n"
              "leaves      1 to 3 a tree\n"
              "depth       0 to 2 a tree\n"
              "base        0.5\n"
              "\n"
              "gain and splits by feature\n"
              "   83.3%       1  a\n"
              "   16.7%       1  b\n");
}

}  // namespace
}  // namespace gradus
