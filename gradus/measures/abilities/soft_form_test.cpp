#include "gradus/measures/abilities/soft_form.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/measures/measure.hpp"
#include "gradus/measures/ties.hpp"
#include "gradus/testing/graded_lists.hpp"

namespace gradus {
namespace {

using testing::five_documents;
using testing::graded_list;
using testing::GradedList;
using testing::random_list;

/// Soft forms whose exact value is the expectation of the measure.
const char* const expectations[] = {"NDCG",
                                    "NDCG@2",
                                    "DCG",
                                    "P@2",
                                    "Recall@3",
                                    "RBP",
                                    "AP(form=contest)",
                                    "AP(form=contest)@2",
                                    "ERR",
                                    "RR",
                                    "RR@2",
                                    "AUC"};

double exact(const std::string& measure, const GradedList& list, double sigma) {
    Scratch scratch;
    std::vector<double> gradient(list.grades.size());
    return exact_soft_value(
        *make_measure(measure)->soft(), list.scored(), sigma, gradient, scratch);
}
double with_independent_contests(const std::string& measure, const GradedList& list, double sigma) {
    Scratch scratch;
    std::vector<double> gradient(list.grades.size());
    return soft_value(*make_measure(measure)->soft(), list.scored(), sigma, gradient, scratch);
}

// Where all scores are equal, every order is equally likely.
TEST(ExactSoftValue, IsTheMeanOverAllOrdersOfEqualScores) {
    Random random(31, "lists");
    for (const std::string name : expectations) {
        for (int trial = 0; trial < 20; ++trial) {
            GradedList list = random_list(random, 1 + random.below(6));
            std::ranges::fill(list.scores, 0.7);
            const std::vector<std::size_t> ends = {list.grades.size()};
            const double mean = value_over_ties(*make_measure(name), list.ranked(), ends).mean;
            const double value = exact(name, list, 0.3);
            if (std::isnan(mean)) {
                EXPECT_TRUE(std::isnan(value)) << name;
            } else {
                EXPECT_NEAR(value, mean, 1e-11 * std::max(1.0, mean)) << name << " " << trial;
            }
        }
    }
}

TEST(ExactSoftValue, OfTwoDocumentsIsThatOfTheirOneContest) {
    GradedList list = graded_list({0, 3});
    list.scores = {0.4, -0.3};
    for (const std::string name : expectations) {
        EXPECT_NEAR(exact(name, list, 0.5), with_independent_contests(name, list, 0.5), 1e-12)
            << name;
    }
}

TEST(ExactSoftValue, IsTheMeanOverDrawnScores) {
    const GradedList list = five_documents();
    const double sigma = 0.5;
    constexpr int draws = 40'000;
    for (const std::string name : expectations) {
        const auto measure = make_measure(name);
        Random random(32, "draws");
        double sum = 0.0;
        double squares = 0.0;
        for (int draw = 0; draw < draws; ++draw) {
            std::vector<double> scores = list.scores;
            for (double& score : scores) score += sigma * random.normal();
            std::vector<std::uint32_t> order(scores.size());
            rank_by_score(scores, order);
            GradedList ranked = list;
            for (std::size_t i = 0; i < order.size(); ++i) ranked.grades[i] = list.grades[order[i]];
            const double value = measure->score(ranked.ranked());
            sum += value;
            squares += value * value;
        }
        const double mean = sum / draws;
        const double error = std::sqrt((squares / draws - mean * mean) / draws);
        EXPECT_NEAR(exact(name, list, sigma), mean, 4.0 * error) << name;
    }
}

// The known error of independent contests (SoftRank's assumption): NDCG .673 instead of .698 (four
// million draws: .69834 ± .00005), and chances of a rank that don't add up to 1 over the documents.
TEST(ExactSoftValue, MendsTheErrorOfIndependentContests) {
    EXPECT_NEAR(with_independent_contests("NDCG", five_documents(), 0.5), 0.673, 0.0005);
    EXPECT_NEAR(exact("NDCG", five_documents(), 0.5), 0.69834, 0.0002);
    EXPECT_NEAR(exact("AP(form=contest)", five_documents(), 0.5), 0.659, 0.0005);
    GradedList relevant = five_documents();
    relevant.grades = relevant.ideal = {1, 1, 1, 1, 1};
    for (const std::string name : {"P@1", "P@2", "P@3", "P@4"}) {
        EXPECT_GT(std::abs(with_independent_contests(name, relevant, 0.5) - 1.0), 0.001) << name;
        EXPECT_NEAR(exact(name, relevant, 0.5), 1.0, 1e-11) << name;
    }
}

TEST(ExactSoftValue, HasAGradientThatIsTheDerivative) {
    Random random(33, "lists");
    Scratch scratch;
    for (const std::string name : expectations) {
        const auto measure = make_measure(name);
        for (int trial = 0; trial < 5; ++trial) {
            GradedList list = random_list(random, 1 + random.below(7));
            std::vector<double> gradient(list.grades.size(), 7.0);
            const double value =
                exact_soft_value(*measure->soft(), list.scored(), 0.6, gradient, scratch);
            for (std::size_t i = 0; i < list.scores.size(); ++i) {
                if (std::isnan(value)) {
                    EXPECT_EQ(gradient[i], 0.0) << name;
                    continue;
                }
                const double step = 1e-5;
                const double here = list.scores[i];
                list.scores[i] = here + step;
                const double up = exact(name, list, 0.6);
                list.scores[i] = here - step;
                const double down = exact(name, list, 0.6);
                list.scores[i] = here;
                // Central differences: error of order step² times the third derivative.
                ASSERT_NEAR(
                    gradient[i], (up - down) / (2 * step), 2e-7 * std::max(1.0, std::abs(value)))
                    << name << " " << trial;
            }
        }
    }
}

}  // namespace
}  // namespace gradus
