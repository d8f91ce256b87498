#include "gradus/measures/ties.hpp"

#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/testing/graded_lists.hpp"
#include "gradus/testing/measure_examples.hpp"

namespace gradus {
namespace {

using testing::graded_list;
using testing::GradedList;
using testing::random_list;

struct Found {
    double least = 1e300;
    double mean = 0.0;
    double most = -1e300;
};

/// Every order of the documents that keeps the groups apart, equal grades or not.
Found by_all_orders(const Measure& measure,
                    const GradedList& list,
                    const std::vector<std::size_t>& group_ends) {
    const std::size_t n = list.grades.size();
    std::vector<std::size_t> group_of(n, 0);
    for (const std::size_t end : group_ends) {
        for (std::size_t i = end; i < n; ++i) ++group_of[i];
    }
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    Found found;
    double orders = 0.0;
    do {
        bool keeps = true;
        GradedList moved = list;
        for (std::size_t i = 0; i < n; ++i) {
            keeps = keeps && group_of[order[i]] == group_of[i];
            moved.grades[i] = list.grades[order[i]];
        }
        if (!keeps) continue;
        const double value = measure.score(moved.ranked());
        found.least = std::min(found.least, value);
        found.most = std::max(found.most, value);
        found.mean += value;
        orders += 1.0;
    } while (std::ranges::next_permutation(order).found);
    found.mean /= orders;
    return found;
}

class EveryTiedMeasure : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryTiedMeasure, HasTheValuesOfAllOrders) {
    const auto measure = make_measure(GetParam());
    Random random(1, "ties");
    for (int trial = 0; trial < 40; ++trial) {
        const GradedList list = random_list(random, 1 + random.below(6), random.below(3));
        std::vector<double> scores(list.grades.size());
        for (double& score : scores) score = -static_cast<double>(random.below(3));
        std::ranges::sort(scores, std::greater());
        const std::vector<std::size_t> ends = tie_group_ends(scores);
        const TiedValue value = value_over_ties(*measure, list.ranked(), ends);
        const Found expected = by_all_orders(*measure, list, ends);
        EXPECT_TRUE(value.exact);
        if (std::isnan(expected.mean)) {
            EXPECT_TRUE(std::isnan(value.mean));
            continue;
        }
        const double size = std::max(1.0, std::abs(expected.most));  // DCG grows beyond 1
        EXPECT_NEAR(value.mean, expected.mean, 1e-12 * size) << "trial " << trial;
        EXPECT_NEAR(value.least, expected.least, 1e-12 * size) << "trial " << trial;
        EXPECT_NEAR(value.most, expected.most, 1e-12 * size) << "trial " << trial;
    }
}

INSTANTIATE_TEST_SUITE_P(Catalog,
                         EveryTiedMeasure,
                         ::testing::ValuesIn(testing::examples_of(all_measures())),
                         testing::test_name);

TEST(Ties, GroupsEndWhereTheScoreChanges) {
    const std::vector<double> scores = {3, 2, 2, 2, 1, 1};
    EXPECT_EQ(tie_group_ends(scores), (std::vector<std::size_t>{1, 4, 6}));
    EXPECT_TRUE(tie_group_ends({}).empty());
}

// Computed by brute force over the twelve orders.
TEST(Ties, GiveTheWorkedExample) {
    const GradedList list = graded_list({2, 0, 1, 2, 0, 1});
    const std::vector<std::size_t> ends = {1, 4, 6};
    const auto mean = [&](const char* measure) {
        return value_over_ties(*make_measure(measure), list.ranked(), ends).mean;
    };
    EXPECT_NEAR(mean("NDCG"), 0.936499314, 1e-9);
    EXPECT_NEAR(mean("AP"), 0.863888889, 1e-9);
    const std::vector<double> late = {0, 1, 0, 0, 0, 1};
    const std::vector<std::size_t> thirds = {3, 6};
    EXPECT_NEAR(value_over_ties(*make_measure("RR"), graded_list(late).ranked(), thirds).mean,
                0.611111111,
                1e-9);
}

TEST(Ties, AreShuffledWhereTheOrdersAreTooMany) {
    std::vector<double> grades(40, 0.0);
    for (std::size_t i = 0; i < 10; ++i) grades[3 * i] = 1.0;
    const GradedList list = graded_list(grades);
    const std::vector<std::size_t> ends = {40};
    const auto measure = make_measure("best_accuracy");
    const TiedValue value = value_over_ties(*measure, list.ranked(), ends, 5, 7);
    EXPECT_FALSE(value.exact);
    EXPECT_EQ(value.mean, value_over_ties(*measure, list.ranked(), ends, 5, 7).mean);
    EXPECT_NE(value.mean, value_over_ties(*measure, list.ranked(), ends, 5, 8).mean);
    EXPECT_EQ(value.least, 0.75);
    EXPECT_EQ(value.most, 1.0);
    // The ROC area A of random orders has variance (R + M + 1)/(12 R M), and tau is (2A − 1) R M
    // over all pairs: four sigma of the mean.
    const TiedValue tau = value_over_ties(*make_measure("tau(kind=a)"), list.ranked(), ends, 5, 7);
    const double sigma = 2.0 * std::sqrt(41.0 / (12.0 * 300.0)) * 300.0 / 780.0;
    EXPECT_FALSE(tau.exact);
    EXPECT_NEAR(tau.mean, 0.0, 4.0 * sigma / std::sqrt(1000.0));
    EXPECT_TRUE(value_over_ties(*make_measure("AUC"), list.ranked(), ends).exact);
}

TEST(Ties, OfUnjudgedDocumentsMatterToBpref) {
    const std::vector<double> grades = {1, 0, 0};
    const std::vector<unsigned char> judged = {1, 1, 0};
    const std::vector<double> ideal = {1, 0};
    const std::vector<std::size_t> ends = {3};
    const TiedValue value =
        value_over_ties(*make_measure("bpref"), {grades, ideal, 1, judged}, ends);
    EXPECT_EQ(value.least, 0.0);
    EXPECT_EQ(value.mean, 0.5);
    EXPECT_EQ(value.most, 1.0);
}

}  // namespace
}  // namespace gradus
