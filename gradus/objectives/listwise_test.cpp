// ListNet, ListMLE, FocusedNet and SoftRank beyond what the battery of derivatives looks at.

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/objectives/focused.hpp"
#include "gradus/objectives/listmle.hpp"
#include "gradus/objectives/listnet.hpp"
#include "gradus/objectives/ranknet.hpp"
#include "gradus/objectives/soft.hpp"
#include "gradus/rank/ranking.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/scored_data.hpp"

namespace gradus {
namespace {

using testing::graded_data;

constexpr float missing = std::numeric_limits<float>::quiet_NaN();

struct Evaluated {
    double value = 0.0;
    std::vector<double> gradients;
    std::vector<double> hessians;
};

Evaluated evaluated(const Objective& objective,
                    const Dataset& data,
                    const std::vector<double>& scores,
                    std::size_t query = 0,
                    std::size_t iteration = 1) {
    Scratch scratch;
    std::vector<std::uint32_t> order(scores.size());
    rank_by_score(scores, std::span<std::uint32_t>(order));
    Evaluated result{
        0.0, std::vector<double>(scores.size(), 7.0), std::vector<double>(scores.size(), 7.0)};
    result.value = objective.bind(data, 1)->evaluate(
        {query, scores, order, iteration}, scratch, result.gradients, result.hessians);
    return result;
}

void expect_equal(const Evaluated& got, const Evaluated& expected, double factor = 1.0) {
    EXPECT_NEAR(got.value, factor * expected.value, 1e-12);
    for (std::size_t i = 0; i < got.gradients.size(); ++i) {
        EXPECT_NEAR(got.gradients[i], factor * expected.gradients[i], 1e-12);
        EXPECT_NEAR(got.hessians[i], factor * expected.hessians[i], 1e-12);
    }
}

const std::vector<double> scores = {0.3, -1.0, 0.9, 0.2, -0.4};

TEST(ListNet, DividesGradesByTheTemperature) {
    for (const int draws : {1, 3})
        expect_equal(evaluated(ListNet("grade", {.draws = draws, .temperature = 4.0}),
                               graded_data({{4, 0, 2, 1, 0}}),
                               scores),
                     evaluated(ListNet("grade", {.draws = draws}),
                               graded_data({{1.0F, 0.0F, 0.5F, 0.25F, 0.0F}}),
                               scores));
}

TEST(Focused, IsListNetOrRankNetAtItsEnds) {
    const Dataset all_top = graded_data({{3, 1, 2, 5, 4}});
    expect_equal(evaluated(Focused("grade", {.beta = 1.0, .scaled = false}), all_top, scores),
                 evaluated(ListNet(), all_top, scores));
    const Dataset graded = graded_data({{3, 0, 2, missing, 0}});
    const Dataset binary = graded_data({{1, 0, 1, missing, 0}});
    expect_equal(evaluated(Focused("grade", {.beta = 0.0, .scaled = false}), graded, scores),
                 evaluated(RankNet(), binary, scores));
    // 4 pairs, each ln 2 where scores are equal.
    expect_equal(evaluated(Focused("grade", {.beta = 0.0}), graded, scores),
                 evaluated(RankNet(), binary, scores),
                 1.0 / (4.0 * std::log(2.0)));
}

TEST(Focused, IsOneWhereAllScoresAreEqual) {
    const std::vector<double> equal(5, 0.7);
    for (const FocusedList list : {FocusedList::first, FocusedList::full}) {
        for (const double beta : {0.0, 0.3, 1.0}) {
            const Dataset data = graded_data({{2, 0, 1, 0, 3}});
            EXPECT_NEAR(
                evaluated(Focused("grade", {.beta = beta, .list = list}), data, equal).value,
                1.0,
                1e-12);
        }
        // A part that has nothing to order is left out.
        EXPECT_NEAR(evaluated(Focused("grade", {.beta = 0.3, .list = list}),
                              graded_data({{2, 0, 0, 0, 0}}),
                              equal)
                        .value,
                    0.7,
                    1e-12);
        EXPECT_NEAR(evaluated(Focused("grade", {.beta = 0.3, .list = list}),
                              graded_data({{2, 1, 3, 5, 4}}),
                              equal)
                        .value,
                    0.3,
                    1e-12);
    }
}

TEST(Focused, KnowsQueriesWithoutPairs) {
    const Dataset data = graded_data({{0, 0}, {1}, {1, missing}, {1, 0}, {2, 1}, {}});
    const auto bound_list = Focused("grade", {.beta = 1.0}).bind(data, 1);
    const auto bound_pairs = Focused("grade", {.beta = 0.0}).bind(data, 1);
    const auto bound_both = Focused().bind(data, 1);
    const std::vector<int> lists = {0, 0, 0, 0, 1, 0};
    const std::vector<int> pairs = {0, 0, 0, 1, 0, 0};
    for (std::size_t query = 0; query < 6; ++query) {
        EXPECT_EQ(bound_list->is_informative(query), lists[query] != 0) << query;
        EXPECT_EQ(bound_pairs->is_informative(query), pairs[query] != 0) << query;
        EXPECT_EQ(bound_both->is_informative(query), lists[query] + pairs[query] != 0) << query;
    }
}

TEST(ListMle, DrawsTheOrderOfEqualGradesAnewOrOnce) {
    const Dataset data = graded_data({{1, 0, 0, 0, 1}});
    const auto differs = [&](const ListMle& objective) {
        const double first = evaluated(objective, data, scores, 0, 1).value;
        for (std::size_t iteration = 2; iteration < 20; ++iteration)
            if (evaluated(objective, data, scores, 0, iteration).value != first) return true;
        return false;
    };
    EXPECT_TRUE(differs(ListMle()));
    EXPECT_FALSE(differs(ListMle("grade", {.tied = TiedGrades::fixed})));
    // Other seeds, other orders.
    bool seeds_differ = false;
    const double first = evaluated(ListMle("grade", {}, 1), data, scores).value;
    for (std::uint64_t seed = 2; seed < 20; ++seed)
        seeds_differ |= evaluated(ListMle("grade", {}, seed), data, scores).value != first;
    EXPECT_TRUE(seeds_differ);
}

TEST(ListMle, ChanceGoesByTheIdOfTheQuery) {
    Dataset data = graded_data({{1, 0, 0, 0, 1}, {1, 0, 0, 0, 1}});
    const double first = evaluated(ListMle(), data, scores, 0).value;
    const double second = evaluated(ListMle(), data, scores, 1).value;
    EXPECT_NE(first, second);  // as it happens with these ids
    data.query_ids = {};
    data.query_ids.push_back("2");
    data.query_ids.push_back("1");
    EXPECT_EQ(evaluated(ListMle(), data, scores, 1).value, first);
    EXPECT_EQ(evaluated(ListMle(), data, scores, 0).value, second);
}

TEST(Soft, AnnealsAndFollowsTheSpreadOfScores) {
    const Dataset data = graded_data({{2, 0, 1, missing, 0}});
    const auto soft = [&](const SoftParams& params, std::size_t iteration) {
        return evaluated(Soft(named_measure("NDCG"), params), data, scores, 0, iteration).value;
    };
    const double at_third = soft({.sigma = 0.8, .anneal = 0.5, .least_sigma = 0.3}, 2);
    EXPECT_EQ(at_third, soft({.sigma = 0.4}, 1));
    EXPECT_EQ(soft({.sigma = 0.8, .anneal = 0.5, .least_sigma = 0.3}, 9), soft({.sigma = 0.3}, 1));
    // Mean 0, mean square 0.42.
    EXPECT_NEAR(soft({.sigma = 2.0, .spread = SoftSpread::relative}, 1),
                soft({.sigma = 2.0 * std::sqrt(0.42)}, 1),
                1e-12);
    EXPECT_NE(soft({.sigma = 0.4, .exact = true}, 1), soft({.sigma = 0.4}, 1));
}

TEST(Soft, BecomesTheMeasureAsSigmaVanishes) {
    const Dataset data = graded_data({{2, 0, 1, 0, 0}});
    const Evaluated got = evaluated(Soft(named_measure("P@2"), {.sigma = 1e-6}), data, scores);
    EXPECT_NEAR(got.value, -1.0, 1e-12);  // documents 2 and 0 lead, both relevant
    for (const double gradient : got.gradients) EXPECT_EQ(gradient, 0.0);
}

TEST(Listwise, RefuseWhatTheyCannotSum) {
    const Dataset data = graded_data({std::vector<float>(300, 1.0F)});
    EXPECT_EQ(testing::error_message([&] { ListNet("grade", {.draws = 5}).bind(data, 1); }),
              "query 1: 300 documents have too many sets of fewer than 5 to sum over; use fewer "
              "draws, or the objective listmle");
    EXPECT_EQ(testing::error_message(
                  [&] { Focused("grade", {.list = FocusedList::full}).bind(data, 1); }),
              "query 1: 300 documents with a grade above 0 have too many orders; use "
              "'list=first', or label the top documents alone");
    EXPECT_NE(testing::error_message([&] {
                  Soft(named_measure("bpref"));
              }).find("it has no smooth form to train for; train for one of "),
              std::string::npos);
}

TEST(Listwise, SayWhatTheyAre) {
    EXPECT_EQ(ListNet().text(), "listnet");
    EXPECT_EQ(ListNet("click", {.draws = 2}).text(), "listnet(labels=click, draws=2)");
    EXPECT_EQ(ListMle("grade", {.draws = 10}).text(), "listmle(draws=10)");
    EXPECT_EQ(Focused("grade", {.beta = 0.25}).text(), "focused(beta=0.25)");
    EXPECT_EQ(Soft(named_measure("NDCG@10"), {.sigma = 1.0}).text(), "soft(ndcg@10, sigma=1)");
}

}  // namespace
}  // namespace gradus
