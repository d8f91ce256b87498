#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/measures/measure.hpp"
#include "gradus/testing/graded_lists.hpp"

namespace gradus {
namespace {

using testing::graded_list;
using testing::GradedList;
using testing::random_list;

/// Every pair by itself: the documents of the list, then those that were not retrieved.
double by_pairs(const std::vector<double>& ranked, const std::vector<double>& unretrieved) {
    std::vector<double> grades = ranked;
    grades.insert(grades.end(), unretrieved.begin(), unretrieved.end());
    double right = 0.0;
    double pairs = 0.0;
    for (std::size_t i = 0; i < grades.size(); ++i) {
        for (std::size_t j = i + 1; j < grades.size(); ++j) {
            if (grades[i] == grades[j]) continue;
            pairs += 1.0;
            if (i < ranked.size() && grades[i] > grades[j]) right += 1.0;
        }
    }
    return right / pairs;
}

TEST(Pairs, GivesTheWorkedExample) {
    const GradedList list = graded_list({2, 0, 1, 2, 0, 1});
    const auto measure = make_measure("pairs");
    EXPECT_NEAR(measure->score(list.ranked()), 7.0 / 12.0, 1e-15);
    Scratch scratch;
    std::vector<double> changes(6);
    const auto& rows = measure->swap(list.ranked(), scratch);
    rows.fill(1, changes);
    EXPECT_NEAR(changes[3], 0.25, 1e-15);
    rows.fill(0, changes);
    EXPECT_NEAR(changes[4], -5.0 / 12.0, 1e-15);
}

TEST(Pairs, AgreesWithCountingEveryPair) {
    Random random(2, "pairs");
    for (int trial = 0; trial < 200; ++trial) {
        GradedList list = random_list(random, 1 + random.below(30));
        const std::vector<double> unretrieved = random_list(random, random.below(4)).grades;
        std::vector<double> judged = list.grades;
        judged.insert(judged.end(), unretrieved.begin(), unretrieved.end());
        list.ideal = graded_list(judged).ideal;
        const double expected = by_pairs(list.grades, unretrieved);
        const double value = make_measure("pairs")->score(list.ranked());
        if (std::isnan(expected)) {
            EXPECT_TRUE(std::isnan(value));
        } else {
            EXPECT_NEAR(value, expected, 1e-12) << "trial " << trial;
        }
    }
}

TEST(Pairs, CountUnjudgedDocumentsAsGradeZero) {
    const std::vector<double> grades = {0, 2, 1, 0};
    const std::vector<double> ideal = {2, 1, 1};
    const std::vector<unsigned char> judged = {0, 1, 1, 0};
    // 2 above 1, 1, 0 and the retrieved 1 above 0 are right, of 2 > 1 twice and 3 × 2 with a 0.
    EXPECT_NEAR(make_measure("pairs")->score({grades, ideal, 2, judged}), 4.0 / 8.0, 1e-15);
}

TEST(Pairs, EqualTheRocAreaForTwoGrades) {
    Random random(3, "pairs");
    for (int trial = 0; trial < 100; ++trial) {
        GradedList list = random_list(random, 1 + random.below(30), random.below(3));
        for (std::vector<double>* grades : {&list.grades, &list.ideal}) {
            for (double& grade : *grades) grade = std::min(grade, 1.0);
        }
        const double area = make_measure("AUC")->score(list.ranked());
        const double pairs = make_measure("pairs")->score(list.ranked());
        EXPECT_TRUE(std::isnan(area) ? std::isnan(pairs) : std::abs(area - pairs) < 1e-12)
            << "trial " << trial;
    }
}

}  // namespace
}  // namespace gradus
