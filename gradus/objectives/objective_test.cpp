// The battery of objectives whose gradients are derivatives.

#include "gradus/objectives/objective.hpp"

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/objectives/combine/mixture.hpp"
#include "gradus/objectives/explicit_pairs.hpp"
#include "gradus/objectives/focused.hpp"
#include "gradus/objectives/focused_hinge.hpp"
#include "gradus/objectives/lambda.hpp"
#include "gradus/objectives/listmle.hpp"
#include "gradus/objectives/listnet.hpp"
#include "gradus/objectives/pair_exponential.hpp"
#include "gradus/objectives/pair_hinge.hpp"
#include "gradus/objectives/pointwise.hpp"
#include "gradus/objectives/ranknet.hpp"
#include "gradus/objectives/soft.hpp"
#include "gradus/objectives/structural.hpp"
#include "gradus/rank/ranking.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/scored_data.hpp"

namespace gradus {
namespace {

using testing::graded_data;

constexpr float missing = std::numeric_limits<float>::quiet_NaN();
constexpr std::size_t documents = 23;

Pairs some_pairs() {
    Random random(1, "pairs");
    Pairs pairs;
    for (int i = 0; i < 40; ++i) {
        const std::uint64_t winner = random.below(documents);
        pairs.query_ids.push_back(i == 39 ? "of another fold" : "1");
        pairs.winners.push_back(std::to_string(winner));
        pairs.losers.push_back(
            std::to_string((winner + 1 + random.below(documents - 1)) % documents));
        pairs.weights.push_back(static_cast<float>(random.uniform()));
    }
    return pairs;
}

using Made = std::unique_ptr<const Objective>;

struct Example {
    const char* name;
    Made (*make)();
};

Made soft(const char* measure) {
    return std::make_unique<Soft>(named_measure(measure), SoftParams{.sigma = 0.4});
}

Made structural(const char* measure) {
    return std::make_unique<Structural>(named_measure(measure));
}

const Example examples[] = {
    {"ranknet", []() -> Made { return std::make_unique<RankNet>(); }},
    {"steep_ranknet",
     []() -> Made { return std::make_unique<RankNet>("grade", RankNetParams{.sigma = 2.5}); }},
    {"ranknet_with_equal_grades",
     []() -> Made {
         return std::make_unique<RankNet>("grade",
                                          RankNetParams{.sigma = 0.7, .equal_grades = true});
     }},
    {"pointwise", []() -> Made { return std::make_unique<Pointwise>(); }},
    {"pairs",
     []() -> Made {
         return std::make_unique<ExplicitPairs>(some_pairs(), ExplicitPairsParams{.sigma = 1.5});
     }},
    {"mixture",
     []() -> Made {
         std::vector<MixturePart> parts;
         parts.push_back({std::make_unique<RankNet>(), 0.7});
         parts.push_back({std::make_unique<Pointwise>(), 0.2});
         parts.push_back({std::make_unique<ExplicitPairs>(some_pairs()), 0.0});
         return std::make_unique<Mixture>(std::move(parts));
     }},
    {"listnet", []() -> Made { return std::make_unique<ListNet>(); }},
    {"listnet_of_three_draws",
     []() -> Made {
         return std::make_unique<ListNet>("grade", ListNetParams{.draws = 3, .temperature = 2.0});
     }},
    {"listmle", []() -> Made { return std::make_unique<ListMle>(); }},
    {"listmle_of_five_draws",
     []() -> Made { return std::make_unique<ListMle>("grade", ListMleParams{.draws = 5}); }},
    {"focused", []() -> Made { return std::make_unique<Focused>(); }},
    {"focused_unscaled",
     []() -> Made {
         return std::make_unique<Focused>("grade", FocusedParams{.beta = 0.8, .scaled = false});
     }},
    {"exponential", []() -> Made { return std::make_unique<PairExponential>(); }},
    {"hinge", []() -> Made { return std::make_unique<PairHinge>(); }},
    {"squared_hinge",
     []() -> Made {
         return std::make_unique<PairHinge>("grade", PairHingeParams{.squared = true});
     }},
    {"focused_hinge", []() -> Made { return std::make_unique<FocusedHinge>(); }},
    {"structural_ap", []() -> Made { return structural("AP"); }},
    {"structural_auc", []() -> Made { return structural("AUC(rel=2)"); }},
    {"structural_ndcg_at_3", []() -> Made { return structural("NDCG@3"); }},
    {"structural_gap", []() -> Made { return structural("GAP"); }},
    {"soft_ndcg", []() -> Made { return soft("NDCG"); }},
    {"soft_ndcg_at_5", []() -> Made { return soft("NDCG@5"); }},
    {"soft_ap", []() -> Made { return soft("AP"); }},
    {"soft_gap", []() -> Made { return soft("GAP"); }},
    {"soft_p_at_10", []() -> Made { return soft("P@10"); }},
    {"soft_err", []() -> Made { return soft("ERR"); }},
};

/// Whatever the weights of documents within one query.
class EveryDerivative : public ::testing::TestWithParam<std::tuple<Example, bool>> {
  protected:
    EveryDerivative() : data_(make_data()) {
        Random weights(6, "weights");
        std::vector<float> own(documents, 1.5F);
        for (float& weight : own)
            if (weights_differ()) weight = static_cast<float>(weights.below(7)) / 2.0F;
        data_.weights = own;
        Random random(3, "scores");
        for (double& score : scores_)
            score = static_cast<double>(static_cast<float>(random.normal()));
    }

    static Dataset make_data() {
        Random random(2, "grades");
        std::vector<float> grades;
        for (std::size_t i = 0; i < documents; ++i) {
            grades.push_back(i % 7 == 3 ? missing : static_cast<float>(random.below(4)));
        }
        return graded_data({grades});
    }

    static Made make() { return std::get<0>(GetParam()).make(); }
    static bool weights_differ() { return std::get<1>(GetParam()); }

    double evaluate(const BoundObjective& bound,
                    std::vector<double>& gradients,
                    std::vector<double>& hessians) {
        std::vector<std::uint32_t> order(documents);
        rank_by_score(scores_, std::span<std::uint32_t>(order));
        return bound.evaluate({0, scores_, order}, scratch_, gradients, hessians);
    }

    Dataset data_;
    std::vector<double> scores_ = std::vector<double>(documents);
    Scratch scratch_;
};

TEST_P(EveryDerivative, HasGradientsAndHessiansThatAreTheDerivatives) {
    const auto objective = make();
    ASSERT_TRUE(objective->traits().derivative);
    const auto bound = objective->bind(data_, 1);
    EXPECT_TRUE(bound->is_informative(0));
    std::vector<double> gradients(documents, 7.0);
    std::vector<double> hessians(documents, 7.0);
    std::vector<double> up_gradients(documents);
    std::vector<double> down_gradients(documents);
    std::vector<double> ignored(documents);
    evaluate(*bound, gradients, hessians);
    double steepest = 0.0;
    for (std::size_t i = 0; i < documents; ++i) {
        const double step = 1e-5;
        const double here = scores_[i];
        scores_[i] = here + step;
        const double up = evaluate(*bound, up_gradients, ignored);
        scores_[i] = here - step;
        const double down = evaluate(*bound, down_gradients, ignored);
        scores_[i] = here;
        // Central differences: step² times third derivatives of some twenty pairs.
        EXPECT_NEAR(gradients[i], (up - down) / (2 * step), 1e-7);
        if (objective->traits().hessian) {
            EXPECT_NEAR(hessians[i], (up_gradients[i] - down_gradients[i]) / (2 * step), 1e-7);
        } else {
            EXPECT_EQ(hessians[i], 0.0);
        }
        steepest = std::max(steepest, std::abs(gradients[i]));
    }
    EXPECT_GT(steepest, 0.01);
}

TEST_P(EveryDerivative, LiesAboveItsTangentsWhereItIsConvex) {
    const auto objective = make();
    if (!objective->traits().convex) return;
    const auto bound = objective->bind(data_, 1);
    Random random(4, "steps");
    std::vector<double> gradients(documents);
    std::vector<double> ignored(documents);
    for (int trial = 0; trial < 50; ++trial) {
        double expected = evaluate(*bound, gradients, ignored);
        for (std::size_t i = 0; i < documents; ++i) {
            const double step = random.normal();
            expected += gradients[i] * step;
            scores_[i] += step;
        }
        EXPECT_GE(evaluate(*bound, gradients, ignored), expected - 1e-9);
    }
}

TEST_P(EveryDerivative, IsTheSameInFloat) {
    const auto objective = make();
    const auto bound = objective->bind(data_, 1);
    std::vector<double> gradients(documents);
    std::vector<double> hessians(documents);
    evaluate(*bound, gradients, hessians);
    const std::vector<float> scores(scores_.begin(), scores_.end());
    std::vector<std::uint32_t> order;
    rank_by_score(scores, order);
    std::vector<float> float_gradients(documents, 7.0F);
    std::vector<float> float_hessians(documents, 7.0F);
    bound->evaluate_float({0, scores, order}, scratch_, float_gradients, float_hessians);
    for (std::size_t i = 0; i < documents; ++i) {
        EXPECT_NEAR(static_cast<double>(float_gradients[i]), gradients[i], 2e-5);
        EXPECT_NEAR(static_cast<double>(float_hessians[i]), hessians[i], 2e-5);
    }
}

INSTANTIATE_TEST_SUITE_P(All,
                         EveryDerivative,
                         ::testing::Combine(::testing::ValuesIn(examples), ::testing::Bool()),
                         [](const auto& test) {
                             return std::string(std::get<0>(test.param).name) +
                                    (std::get<1>(test.param) ? "_of_uneven_weights" : "");
                         });

double value_of(const Objective& objective,
                const Dataset& data,
                std::vector<double> scores,
                std::vector<double>& gradients) {
    Scratch scratch;
    std::vector<std::uint32_t> order(scores.size());
    rank_by_score(scores, std::span<std::uint32_t>(order));
    gradients.resize(scores.size());
    std::vector<double> hessians(scores.size());
    return objective.bind(data, 1)->evaluate({0, scores, order}, scratch, gradients, hessians);
}

TEST(RankNet, GivesTheWorkedExample) {
    const Dataset data = graded_data({{0, 2, 1, 0, 2}});
    std::vector<double> gradients;
    EXPECT_NEAR(value_of(RankNet(), data, {1, .6, .5, 0, -.4}, gradients), 7.2176403684, 1e-10);
}

TEST(RankNet, CountsAPairByTheMeanWeightOfItsDocuments) {
    Dataset data = graded_data({{2, 1, 0}});
    data.weights = {1, 3, 0};
    std::vector<double> gradients;
    const auto cost = [](double x) { return std::log1p(std::exp(-x)); };
    EXPECT_NEAR(value_of(RankNet(), data, {1, .6, .5}, gradients),
                2.0 * cost(.4) + 0.5 * cost(.5) + 1.5 * cost(.1),
                1e-12);
}

TEST(ListNet, CountsAQueryByTheMeanWeightOfItsJudgedDocuments) {
    Dataset data = graded_data({{2, 1, missing, 0}});
    std::vector<double> gradients;
    std::vector<double> weighted_gradients;
    const double plain = value_of(ListNet(), data, {1, .6, 7, .5}, gradients);
    data.weights = {1, 3, 100, 2};
    EXPECT_NEAR(value_of(ListNet(), data, {1, .6, 7, .5}, weighted_gradients), 2.0 * plain, 1e-12);
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_NEAR(weighted_gradients[i], 2.0 * gradients[i], 1e-12);
}

TEST(RankNet, HasNoPairsWhereAllGradesAreEqual) {
    const Dataset data = graded_data({{1, 1}, {2}, {missing, 1}, {}, {0, 1}});
    const RankNet objective;
    const RankNet with_equal("grade", {.equal_grades = true});
    const auto bound = objective.bind(data, 1);
    const auto bound_with_equal = with_equal.bind(data, 1);
    for (std::size_t query = 0; query < 5; ++query) {
        EXPECT_EQ(bound->is_informative(query), query == 4);
        EXPECT_EQ(bound_with_equal->is_informative(query), query == 4 || query == 0);
    }
}

TEST(Pointwise, PullsEachScoreToItsGrade) {
    const Dataset data = graded_data({{2, missing, 0}});
    std::vector<double> gradients;
    EXPECT_EQ(value_of(Pointwise(), data, {1, 5, 3}, gradients), 0.5 * (1.0 + 9.0));
    EXPECT_EQ(gradients, (std::vector<double>{-1, 0, 3}));
}

Pairs one_pair(std::string_view query, std::string_view winner, std::string_view loser) {
    Pairs pairs;
    pairs.query_ids.push_back(query);
    pairs.winners.push_back(winner);
    pairs.losers.push_back(loser);
    pairs.weights.push_back(2.0F);
    return pairs;
}

TEST(ExplicitPairs, FindDocumentsByIdPlaceOrRow) {
    Dataset data = graded_data({{0, 0}, {0, 0, 0}});
    data.document_ids.push_back("");
    data.document_ids.push_back("a");
    for (const char* id : {"x", "y", ""}) data.document_ids.push_back(id);
    std::vector<double> gradients;
    EXPECT_NEAR(value_of(ExplicitPairs(one_pair("1", "a", "0")), data, {0, 0}, gradients),
                2.0 * std::log(2.0),
                1e-12);
    EXPECT_EQ(gradients, (std::vector<double>{1.0, -1.0}));
    value_of(ExplicitPairs(one_pair("", "0", "1")), data, {0, 0}, gradients);
    EXPECT_EQ(gradients, (std::vector<double>{-1.0, 1.0}));
    const ExplicitPairs second(one_pair("2", "2", "x"));
    EXPECT_FALSE(second.bind(data, 1)->is_informative(0));
    EXPECT_TRUE(second.bind(data, 1)->is_informative(1));
}

TEST(ExplicitPairs, RefuseWhatTheDataHasNot) {
    const Dataset data = graded_data({{0, 0}, {0}});
    const auto refusal = [&](const Pairs& pairs) {
        return testing::error_message([&] { ExplicitPairs(pairs).bind(data, 1); });
    };
    EXPECT_EQ(refusal(one_pair("1", "0", "2")),
              "pairs: query 1 has no document 2; name documents by their id, or by their place in "
              "the query from 0; where the lines are winner, loser and weight of rows (CatBoost), "
              "say pairs_form=rows");
    EXPECT_EQ(refusal(one_pair("", "0", "3")),
              "pairs: '3' is not a row of the data; number the rows from 0 to 2");
    EXPECT_EQ(
        refusal(one_pair("", "0", "2")),
        "pairs: rows 0 and 2 belong to different queries; compare documents of one query only");
}

TEST(Objectives, SayWhatTheyAre) {
    EXPECT_EQ(RankNet().text(), "ranknet");
    EXPECT_EQ(RankNet("click", {.sigma = 2.0}).text(), "ranknet(labels=click, sigma=2)");
    EXPECT_EQ(Pointwise().text(), "pointwise");
    EXPECT_EQ(Pointwise("click").text(), "pointwise(labels=click)");
    EXPECT_TRUE(ExplicitPairs({}).text().starts_with("pairs of 0 pairs (checksum "));
    EXPECT_NE(ExplicitPairs(one_pair("1", "a", "b")).text(),
              ExplicitPairs(one_pair("1", "b", "a")).text());
}

}  // namespace
}  // namespace gradus
