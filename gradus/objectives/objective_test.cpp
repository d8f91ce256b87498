// The battery that every objective of the catalogue inherits, by its traits.

#include "gradus/objectives/objective.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/objectives/grammar.hpp"
#include "gradus/objectives/listnet.hpp"
#include "gradus/objectives/pairs.hpp"
#include "gradus/objectives/pointwise.hpp"
#include "gradus/objectives/ranknet.hpp"
#include "gradus/rank/ranking.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/measure_examples.hpp"
#include "gradus/testing/scored_data.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus {
namespace {

using testing::graded_data;

constexpr float missing = std::numeric_limits<float>::quiet_NaN();
constexpr std::size_t documents = 23;

Dataset example_data() {
    Random random(2, "grades");
    std::vector<float> grades;
    std::vector<float> clicks;
    for (std::size_t i = 0; i < documents; ++i) {
        grades.push_back(i % 7 == 3 ? missing : static_cast<float>(random.below(4)));
        clicks.push_back(i % 9 == 5 ? missing : static_cast<float>(random.below(3)) / 2.0F);
    }
    Dataset data = graded_data({grades});
    data.labels.push_back({"click", clicks});
    return data;
}

/// The objective of an example, its file of pairs written first.
std::unique_ptr<const Objective> made(std::string example) {
    static const testing::TemporaryFolder folder;
    const std::string_view file = "train.pairs";
    const std::size_t place = example.find(file);
    if (place == std::string::npos) return make_objective(example);
    Random random(1, "pairs");
    std::string lines;
    for (int i = 0; i < 40; ++i) {
        const std::uint64_t winner = random.below(documents);
        const std::uint64_t loser = (winner + 1 + random.below(documents - 1)) % documents;
        lines += fmt::format("{}\t{}\t{}\t{}\n",
                             i == 39 ? "of another fold" : "1",
                             winner,
                             loser,
                             0.5 + static_cast<double>(random.below(4)));
    }
    return make_objective(
        example.replace(place, file.size(), "'" + folder.write(file, lines) + "'"));
}

/// What the batteries try: the examples of the catalogue and some mixtures of them.
std::vector<std::string> all_examples() {
    std::vector<std::string> all = testing::examples_of(all_objectives());
    all.insert(all.end(),
               {"0.7*ranknet+0.2*pointwise+0*pairs(train.pairs)",
                "0.5*lambda(NDCG)+0.5*(0.3*ranknet(click)+lambda(AP))",
                "mixture(lambda(NDCG)+lambda(CNDCG,after=grade),scale=parts)",
                "late(ranknet,listnet,linear:0.25:0.01)"});
    return all;
}

std::string name_of(const std::string& example) {
    std::string name;
    for (const char c : example) name += std::isalnum(c) != 0 ? c : '_';
    return name;
}

/// Whatever the weights of documents within one query.
class EveryObjective : public ::testing::TestWithParam<std::tuple<std::string, bool>> {
  protected:
    EveryObjective() {
        Random weights(6, "weights");
        std::vector<float> own(documents, 1.5F);
        for (float& weight : own)
            if (weights_differ()) weight = static_cast<float>(weights.below(7)) / 2.0F;
        data_.weights = own;
        Random random(3, "scores");
        for (double& score : scores_)
            score = static_cast<double>(static_cast<float>(random.normal()));
    }

    static std::unique_ptr<const Objective> make() { return made(std::get<0>(GetParam())); }
    static bool weights_differ() { return std::get<1>(GetParam()); }

    double evaluate(const BoundObjective& bound,
                    std::vector<double>& gradients,
                    std::vector<double>& hessians) {
        std::vector<std::uint32_t> order(documents);
        rank_by_score(scores_, std::span<std::uint32_t>(order));
        return bound.evaluate({0, scores_, order}, scratch_, gradients, hessians);
    }

    Dataset data_ = example_data();
    std::vector<double> scores_ = std::vector<double>(documents);
    Scratch scratch_;
};

TEST_P(EveryObjective, HasTheDerivativesThatItPromises) {
    const auto objective = make();
    if (!objective->traits().derivative) return;
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

TEST_P(EveryObjective, LiesAboveItsTangentsWhereItIsConvex) {
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

TEST_P(EveryObjective, PullsPairsApartWithEqualForceWhereItIsALambda) {
    const auto objective = make();
    if (!objective->traits().lambda || objective->traits().derivative || weights_differ()) return;
    const auto bound = objective->bind(data_, 1);
    ASSERT_TRUE(bound->is_informative(0));
    std::vector<double> gradients(documents);
    std::vector<double> hessians(documents);
    evaluate(*bound, gradients, hessians);
    EXPECT_NEAR(std::accumulate(gradients.begin(), gradients.end(), 0.0), 0.0, 1e-12);
    EXPECT_GT(*std::ranges::max_element(gradients), 1e-3);
}

TEST_P(EveryObjective, ReadsItsTextBackAsTheSame) {
    const auto objective = make();
    const auto again = make_objective(objective->text());
    EXPECT_EQ(again->text(), objective->text());
    EXPECT_EQ(again->label_columns(), objective->label_columns());
    std::vector<double> gradients(documents);
    std::vector<double> gradients_again(documents);
    std::vector<double> hessians(documents);
    std::vector<double> hessians_again(documents);
    EXPECT_EQ(evaluate(*objective->bind(data_, 1), gradients, hessians),
              evaluate(*again->bind(data_, 1), gradients_again, hessians_again));
    EXPECT_EQ(gradients, gradients_again);
    EXPECT_EQ(hessians, hessians_again);
}

TEST_P(EveryObjective, IsTheSameInFloat) {
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
                         EveryObjective,
                         ::testing::Combine(::testing::ValuesIn(all_examples()), ::testing::Bool()),
                         [](const auto& test) {
                             return name_of(std::get<0>(test.param)) +
                                    (std::get<1>(test.param) ? "_of_uneven_weights" : "");
                         });

TEST(AllObjectives, HaveTheTraitsAndSubjectsThatTheirEntriesTell) {
    for (const ObjectiveEntry* const entry : all_objectives()) {
        const std::string examples(entry->examples);
        const auto objective = made(examples.substr(0, examples.find(' ')));
        const Traits traits = objective->traits();
        EXPECT_EQ(traits.derivative, entry->traits.derivative) << entry->name;
        EXPECT_EQ(traits.lambda, entry->traits.lambda) << entry->name;
        EXPECT_EQ(traits.convex, entry->traits.convex) << entry->name;
        EXPECT_EQ(traits.hessian, entry->traits.hessian) << entry->name;
        EXPECT_EQ(objective->label_columns().empty(), entry->subject == Subject::file);
        EXPECT_TRUE(objective->text().starts_with(entry->name)) << objective->text();
    }
}

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
    EXPECT_TRUE(
        ExplicitPairs({}, {}, "a, b.tsv").text().starts_with("pairs('a, b.tsv', checksum="));
    EXPECT_NE(ExplicitPairs(one_pair("1", "a", "b")).text(),
              ExplicitPairs(one_pair("1", "b", "a")).text());
}

}  // namespace
}  // namespace gradus
