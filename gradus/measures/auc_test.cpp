#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/measures/measure.hpp"
#include "gradus/testing/graded_lists.hpp"
#include "gradus/testing/soft_example.hpp"

namespace gradus {
namespace {

using testing::graded_list;
using testing::GradedList;
using testing::random_list;

double auc(const std::vector<double>& grades, const std::string& measure = "AUC") {
    return make_measure(measure)->score(graded_list(grades).ranked());
}

TEST(Auc, CountsPairsInTheRightOrder) {
    EXPECT_DOUBLE_EQ(auc({2, 0, 1, 2, 0, 1}), 0.5);
    EXPECT_DOUBLE_EQ(auc({2, 0, 1, 2, 0, 1}, "AUC(rel=2)"), 6.0 / 8.0);
    EXPECT_DOUBLE_EQ(auc({1, 1, 0}), 1.0);
    EXPECT_DOUBLE_EQ(auc({0, 1, 1}), 0.0);
}

// Tables 1 and 2 of Yue, Finley, Radlinski & Joachims, SIGIR 2007.
TEST(Auc, GivesThePublishedToyValues) {
    EXPECT_NEAR(auc({0, 1, 1, 0, 0, 0, 0, 1}), 0.53, 0.005);
    EXPECT_NEAR(auc({1, 0, 0, 0, 0, 1, 1, 0}), 0.47, 0.005);
}

TEST(Auc, IsUndefinedWithoutTwoClasses) {
    for (const std::vector<double>& grades :
         std::vector<std::vector<double>>{{}, {1}, {0}, {0, 0}, {1, 2}}) {
        EXPECT_TRUE(std::isnan(auc(grades)));
    }
}

// Two relevant and three nonrelevant documents are known: the retrieved relevant one stands below
// one nonrelevant document and above two, one of which was not retrieved; the other wins no pair.
TEST(Auc, PutsWhatWasNotRetrievedAtTheBottom) {
    const std::vector<double> grades = {0, 1, 0};
    const std::vector<double> ideal = {1, 1, 0, 0, 0};
    EXPECT_DOUBLE_EQ(make_measure("AUC")->score({grades, ideal}), 2.0 / 6.0);
    const std::vector<double> shorter_ideal = {1, 1, 0, 0};  // the last of the list is not judged
    const std::vector<unsigned char> judged = {1, 1, 0};
    EXPECT_DOUBLE_EQ(make_measure("AUC")->score({grades, shorter_ideal, 1, judged}), 2.0 / 6.0);
}

TEST(Auc, ChangesUnderASwapAsWorkedByHand) {
    const GradedList list = graded_list({2, 0, 1, 2, 0, 1});
    const auto measure = make_measure("AUC");
    Scratch scratch;
    std::vector<double> changes(6);
    const auto& rows = measure->swap(list.ranked(), scratch);
    rows.fill(1, changes);
    EXPECT_DOUBLE_EQ(changes[3], 0.25);
    rows.fill(0, changes);
    EXPECT_DOUBLE_EQ(changes[4], -0.5);
}

// Values of a brute-force computation: the distribution of every pair of scores integrated.
TEST(Auc, HasTheSoftFormOfTheWorkedExample) {
    EXPECT_NEAR(testing::soft_of_five_documents(
                    "AUC", {-0.16660547, 0.14573206, 0.14646376, -0.21896394, 0.09337358}),
                0.3995655217,
                1e-10);
}

TEST(Auc, HasTheHingeOfTheWorkedExample) {
    GradedList list = graded_list({1, 0, 0, 1, 0, 1, 0});
    list.scores = {0.3, 0.9, 0.2, 0.1, -0.3, 0.4, 0.05};
    Scratch scratch;
    std::vector<double> score_gradients(7);
    const double hinge =
        make_measure("AUC")->violate()->hinge(list.scored(), score_gradients, scratch);
    EXPECT_NEAR(hinge, 0.9416666667, 1e-10);
}

// Joachims, ICML 2005: the hinge is that of all pairs, each with a margin of 1/2.
TEST(Auc, HasAHingeThatIsASumOverPairs) {
    Random random(1, "hinge");
    Scratch scratch;
    for (int trial = 0; trial < 100; ++trial) {
        const GradedList list = random_list(random, 2 + random.below(20));
        double sum = 0.0;
        double pairs = 0.0;
        for (std::size_t i = 0; i < list.grades.size(); ++i) {
            for (std::size_t j = 0; j < list.grades.size(); ++j) {
                if (list.grades[i] < 1.0 || list.grades[j] >= 1.0) continue;
                sum += std::max(0.0, 1.0 - 2.0 * (list.scores[i] - list.scores[j]));
                pairs += 1.0;
            }
        }
        std::vector<double> score_gradients(list.grades.size());
        scratch.clear();
        const double hinge =
            make_measure("AUC")->violate()->hinge(list.scored(), score_gradients, scratch);
        EXPECT_NEAR(hinge, pairs == 0.0 ? 0.0 : sum / pairs, 1e-12) << "trial " << trial;
    }
}

}  // namespace
}  // namespace gradus
