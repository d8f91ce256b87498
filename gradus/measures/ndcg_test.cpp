#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/measures/measure.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/graded_lists.hpp"

namespace gradus {
namespace {

double ndcg(const std::string& measure, const std::vector<double>& grades) {
    const testing::GradedList list = testing::graded_list(grades);
    return make_measure(measure)->score(list.ranked());
}

std::string message(const std::string& measure) {
    return testing::error_message([&] { make_measure(measure); });
}

TEST(Ndcg, HasLinearGainsAndATableOfThem) {
    const std::vector<double> grades = {2, 0, 1, 2, 0, 1};
    const double gained = 2 + 1 / std::log2(4) + 2 / std::log2(5) + 1 / std::log2(7);
    const double ideal = 2 + 2 / std::log2(3) + 1 / std::log2(4) + 1 / std::log2(5);
    EXPECT_NEAR(ndcg("NDCG(gain=linear)", grades), gained / ideal, 1e-15);
    EXPECT_EQ(ndcg("NDCG(gains=0:1:2)", grades), ndcg("NDCG(gain=linear)", grades));
    EXPECT_EQ(ndcg("NDCG(gains=0:1:3)", grades), ndcg("NDCG", grades));
}

// trec_eval adds gain/log2(rank + 1) in rank order; a product with the reciprocal is not the same.
TEST(Ndcg, HasTheBitsOfTrecEval) {
    Random random(24, "lists");
    int differ = 0;
    for (int trial = 0; trial < 100; ++trial) {
        const testing::GradedList list = testing::random_list(random, 1 + random.below(50));
        double gained = 0.0;
        double by_product = 0.0;
        double ideal = 0.0;
        for (std::size_t i = 0; i < list.grades.size(); ++i) {
            const double logarithm = std::log2(static_cast<double>(i) + 2.0);
            gained += list.grades[i] / logarithm;
            by_product += list.grades[i] * (1.0 / logarithm);
            ideal += list.ideal[i] / logarithm;
        }
        if (ideal == 0.0) continue;
        EXPECT_EQ(make_measure("NDCG(gain=linear)")->score(list.ranked()), gained / ideal);
        if (gained / ideal != by_product / ideal) ++differ;
    }
    EXPECT_GT(differ, 0);
}

TEST(Ndcg, IsUndefinedWithoutGain) {
    EXPECT_TRUE(std::isnan(ndcg("NDCG", {0, 0})));
    EXPECT_TRUE(std::isnan(ndcg("NDCG", {})));
    EXPECT_TRUE(std::isnan(ndcg("NDCG(gains=0:0:1)", {1, 0})));
}

TEST(Ndcg, SurvivesLargeGrades) {
    EXPECT_NEAR(ndcg("NDCG", {0, 2000}), 1 / std::log2(3), 1e-12);
    EXPECT_EQ(make_measure("NDCG")->objection(2000), "");
}

// The click grades of a page, gain 2^(4c) − 1; computed by brute force.
TEST(Ndcg, ScalesClickGrades) {
    const std::vector<double> clicks = {0.633, 0.0, 0.474, 0.68, 0.0, 0.0};
    EXPECT_NEAR(ndcg("NDCG(scale=4)", clicks), 0.8579166567996888, 1e-12);
    EXPECT_NEAR(ndcg("NDCG(scale=4)@5", clicks), 0.8579166567996888, 1e-12);
}

TEST(Ndcg, CountsShortListsZeroLikeLetor) {
    EXPECT_EQ(ndcg("NDCG(short=zero)@3", {1, 0}), 0.0);
    EXPECT_EQ(ndcg("NDCG(short=zero)@2", {1, 0}), 1.0);
    EXPECT_EQ(ndcg("NDCG@3", {1, 0}), 1.0);
    EXPECT_TRUE(std::isnan(ndcg("NDCG(short=zero)@3", {0, 0})));
}

TEST(Ndcg, AveragesAllCutoffsLikeLetor) {
    const std::vector<double> grades = {0, 2, 1, 0, 2};
    double sum = 0.0;
    for (int k = 1; k <= 5; ++k) {
        sum += ndcg("NDCG(discount=letor)@" + std::to_string(k), grades);
    }
    EXPECT_NEAR(ndcg("NDCG(mean=yes,discount=letor)", grades), sum / 5.0, 1e-15);
}

TEST(Ndcg, HasASoftMeanThatIsTheMeanOfItsSoftCutoffs) {
    Random random(26, "lists");
    const std::size_t n = 70;  // more documents than the plain soft form sums by recursion
    const testing::GradedList list = testing::random_list(random, n);
    Scratch scratch;
    std::vector<double> gradient(n);
    const auto soft = [&](const std::string& measure) {
        scratch.clear();
        return soft_value(*make_measure(measure)->soft(), list.scored(), 0.4, gradient, scratch);
    };
    double sum = 0.0;
    for (std::size_t k = 1; k <= n; ++k) sum += soft("NDCG@" + std::to_string(k));
    EXPECT_NEAR(soft("NDCG(mean=yes)"), sum / static_cast<double>(n), 1e-9);
}

TEST(Ndcg, ObjectsToGradesOutsideTheTable) {
    const auto measure = make_measure("NDCG(gains=0:1:3:7)");
    EXPECT_EQ(measure->objection(3), "");
    EXPECT_EQ(measure->objection(4), "grade 4 is beyond the gains, which end at grade 3");
    EXPECT_EQ(measure->objection(1.5),
              "grade 1.5 is not whole, but gains are given by whole grades");
}

TEST(Ndcg, RefusesParametersThatContradictEachOther) {
    EXPECT_EQ(message("NDCG(gains=0:3:1)"),
              "measure 'NDCG(gains=0:3:1)': the gains do not rise from 0; give the gain of each "
              "grade from 0 on, as in gains=0:1:3:7");
    EXPECT_EQ(message("NDCG(gains=1:2)"),
              "measure 'NDCG(gains=1:2)': the gains do not rise from 0; give the gain of each "
              "grade from 0 on, as in gains=0:1:3:7");
    EXPECT_EQ(message("NDCG(gains=0:1,gain=exp)"),
              "measure 'NDCG(gains=0:1,gain=exp)': a table of gains leaves nothing for gain and "
              "scale to say; give either the table or the others");
    EXPECT_EQ(message("NDCG(gain=linear,scale=2)"),
              "measure 'NDCG(gain=linear,scale=2)': scale has no meaning with gain=linear; leave "
              "one of them out");
    EXPECT_EQ(message("NDCG(psi=pairs,scale=2)"),
              "measure 'NDCG(psi=pairs,scale=2)': psi=pairs has gains of 0 and 1; leave out gain, "
              "gains and scale, or write psi=thresholds");
    EXPECT_EQ(message("NDCG(rel=2)"),
              "measure 'NDCG(rel=2)': every grade has its gain, so rel has no meaning; leave it "
              "out");
    EXPECT_EQ(message("NDCG(mean=yes)@5"),
              "measure 'NDCG(mean=yes)@5': the mean over all cutoffs has none of its own; leave "
              "out mean or @k");
}

}  // namespace
}  // namespace gradus
