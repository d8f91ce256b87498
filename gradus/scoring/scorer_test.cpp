#include "gradus/scoring/scorer.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/models/linear.hpp"
#include "gradus/models/model_format.hpp"
#include "gradus/models/tree_ensemble.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/models.hpp"
#include "gradus/testing/random_trees.hpp"

namespace gradus {
namespace {

using testing::all_kinds;
using testing::error_message;

std::vector<std::uint32_t> bits_of(std::span<const float> scores) {
    std::vector<std::uint32_t> bits;
    for (const float score : scores) bits.push_back(std::bit_cast<std::uint32_t>(score));
    return bits;
}

/// By the formula, one document after the other: the oracle.
std::vector<float> plain_scores(const Model& model, std::span<const float> rows) {
    std::vector<float> scores(rows.size() / model.features());
    for (std::size_t i = 0; i < scores.size(); ++i)
        scores[i] = model.score(rows.subspan(i * model.features(), model.features()));
    return scores;
}

Dataset random_data(std::size_t documents, std::size_t features) {
    Dataset data;
    data.features = FeatureMatrix(documents, features);
    const std::vector<float> rows = testing::random_rows(documents, documents, features);
    for (std::size_t i = 0; i < documents; ++i)
        std::ranges::copy(std::span(rows).subspan(i * features, features),
                          data.features.mutable_row(i).begin());
    return data;
}

TEST(EveryScorer, GivesTheBitsOfTheFormula) {
    std::uint64_t seed = 0;
    for (const std::size_t documents : {0U, 1U, 7U, 8U, 9U, 15U, 16U, 17U, 63U, 64U, 65U, 300U}) {
        for (const std::size_t features : {1U, 3U, 8U, 19U}) {
            const std::vector<float> rows = testing::random_rows(++seed, documents, features);
            for (const auto& model : all_kinds(seed, features)) {
                std::vector<float> scores(documents, -1.0F);
                make_scorer(*model)->score_rows(rows, scores);
                ASSERT_EQ(bits_of(scores), bits_of(plain_scores(*model, rows)))
                    << model->kind() << ", " << documents << " documents, " << features
                    << " features";
            }
        }
    }
}

TEST(EveryScorer, OutlivesItsModelAndServesThreadsAtOnce) {
    const std::vector<float> rows = testing::random_rows(5, 200, 6);
    auto models = all_kinds(5, 6);
    std::vector<std::vector<float>> expected;
    std::vector<std::unique_ptr<const Scorer>> scorers;
    for (const auto& model : models) {
        expected.push_back(plain_scores(*model, rows));
        scorers.push_back(make_scorer(*model));
    }
    models.clear();
    for (std::size_t k = 0; k < scorers.size(); ++k) {
        std::vector<std::vector<float>> answers(4, std::vector<float>(200));
        {
            std::vector<std::jthread> threads;
            for (std::vector<float>& scores : answers)
                threads.emplace_back([&] { scorers[k]->score_rows(rows, scores); });
        }
        for (const std::vector<float>& scores : answers)
            EXPECT_EQ(bits_of(scores), bits_of(expected[k]));
    }
}

TEST(EveryScorer, RefusesMoreOrFewerValuesThanTheDocumentsHave) {
    for (const auto& model : all_kinds(1)) {
        const auto scorer = make_scorer(*model);
        EXPECT_EQ(scorer->features(), 3);
        std::vector<float> scores(4);
        for (const std::size_t count : {9U, 11U, 13U}) {
            const std::vector<float> rows(count);
            EXPECT_EQ(error_message([&] { scorer->score_rows(rows, scores); }),
                      std::to_string(count) +
                          " values for 4 documents of a model with 3 features; give a value for "
                          "each feature of the model, NaN where it is missing");
        }
    }
}

TEST(ScoreAll, GivesTheBitsOfTheFormulaForAnyNumberOfThreads) {
    const Dataset data = random_data(700, 5);
    for (const auto& model : all_kinds(8, 5)) {
        const std::vector<float> expected = plain_scores(*model, data.features.rows(0, 700));
        for (const unsigned threads : {1U, 2U, 7U})
            EXPECT_EQ(bits_of(score_all(*model, data, "data", threads)), bits_of(expected))
                << model->kind() << ' ' << threads;
    }
}

TEST(ScoreAll, TakesFeaturesThatTheDataLacksForWhatTheModelSaysOfGaps) {
    Random random(7, "model");
    std::vector<Tree> trees;
    for (int t = 0; t < 25; ++t)
        trees.push_back(testing::random_tree(random, 1 + random.below(40), 5));
    Dataset data = random_data(300, 3);
    for (const std::optional<Gaps> gaps :
         {std::optional<Gaps>(), std::optional(Gaps::zero), std::optional(Gaps::missing)}) {
        data.gaps = gaps.value_or(Gaps::zero);
        const TreeEnsemble model({"1", "2", "3", "4", "5"},
                                 0.5,
                                 trees,
                                 {.learner = "", .targets = {}, .parameters = {}, .gaps = gaps});
        const auto again = model_from_text(model.to_text(), "copy");
        EXPECT_EQ(again->notes().gaps, gaps);
        const std::vector<float> scores = score_all(*again, data, "data", 2);
        for (std::size_t i = 0; i < data.documents(); ++i) {
            std::vector<float> row(data.features.row(i).begin(), data.features.row(i).end());
            row.resize(5, gap_value(gaps.value_or(Gaps::zero)));
            ASSERT_EQ(scores[i], model.score(row));
            ASSERT_EQ(scores[i], model.score(model_row(model, data, "data", i)));
        }
    }
}

TEST(ScoreAll, MatchesFeaturesByName) {
    const LinearModel named({{"a", {}, 1.0}, {"b", {}, 10.0}});
    const LinearModel numbered({{"1", {}, 1.0}, {"2", {}, 10.0}});
    Dataset data;
    data.features = FeatureMatrix(1, 2);
    data.features.mutable_row(0)[0] = 1.0F;
    data.features.mutable_row(0)[1] = 2.0F;
    EXPECT_EQ(score_all(named, data, "data", 1), std::vector<float>{21.0F});
    data.feature_names = {"a", "b"};
    EXPECT_EQ(score_all(named, data, "data", 1), std::vector<float>{21.0F});
    EXPECT_EQ(score_all(numbered, data, "data", 1), std::vector<float>{21.0F});
    data.feature_names = {"b", "a"};
    EXPECT_EQ(score_all(named, data, "data", 1), std::vector<float>{12.0F});
    EXPECT_EQ(model_row(named, data, "data", 0), (std::vector<float>{2.0F, 1.0F}));
    data.feature_names = {"a", "c"};
    EXPECT_EQ(error_message([&] { score_all(named, data, "data", 1); }),
              "data: it lacks 1 feature of the model: 'b' (and has 1 of its own: 'c'); give it a "
              "column of that name for each feature");
}

}  // namespace
}  // namespace gradus
