#include "gradus/measures/abilities/soft_form.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
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

/// The chances of document j's opponents to beat it, without an entry for itself.
std::vector<double> opponents(const Contests& contests, std::size_t j) {
    const std::span<const double> beats = contests.beats(j);
    std::vector<double> beaten(beats.begin(), beats.end());
    beaten.erase(beaten.begin() + static_cast<std::ptrdiff_t>(j));
    return beaten;
}

TEST(Contests, KeepTheDigitsOfSmallChances) {
    const std::vector<double> scores = {3.0, -2.0, 0.5, 9.0};
    const double sigma = 0.4;
    Scratch scratch;
    const Contests contests(scores, sigma, scratch);
    for (std::size_t i = 0; i < scores.size(); ++i) {
        for (std::size_t j = 0; j < scores.size(); ++j) {
            if (i == j) continue;
            const double chance = 0.5 * std::erfc((scores[j] - scores[i]) / (2.0 * sigma));
            EXPECT_NEAR(contests.wins(i, j), chance, 1e-12 * chance) << i << " " << j;
        }
    }
}

TEST(RankDistribution, OfDrawnContestsIsWhatItSays) {
    const GradedList list = five_documents();
    const std::size_t n = list.scores.size();
    Scratch scratch;
    const double sigma = 0.5;
    constexpr int draws = 40'000;
    const Contests contests(list.scores, sigma, scratch);
    Random random(34, "draws");
    for (std::size_t j = 0; j < n; ++j) {
        std::vector<double> chances(n);
        rank_distribution(opponents(contests, j), chances);
        std::vector<int> counts(n);
        for (int draw = 0; draw < draws; ++draw) {
            std::size_t above = 0;
            for (std::size_t i = 0; i < n; ++i) {
                if (i == j) continue;
                const double theirs = list.scores[i] + sigma * random.normal();
                const double own = list.scores[j] + sigma * random.normal();
                if (theirs > own) ++above;
            }
            ++counts[above];
        }
        for (std::size_t r = 0; r < n; ++r) {
            const double error = std::sqrt(chances[r] * (1.0 - chances[r]) / draws);
            EXPECT_NEAR(static_cast<double>(counts[r]) / draws, chances[r], 4.5 * error) << j << r;
        }
    }
}

// P(rank of j <= k) = k · P@k where j alone is relevant.
TEST(RankDistribution, OfDrawnScoresIsTheExactForms) {
    const GradedList five = five_documents();
    const std::size_t n = five.scores.size();
    const double sigma = 0.5;
    constexpr int draws = 40'000;
    std::vector<std::vector<int>> counts(n, std::vector<int>(n));
    Random random(35, "draws");
    for (int draw = 0; draw < draws; ++draw) {
        std::vector<double> scores = five.scores;
        for (double& score : scores) score += sigma * random.normal();
        std::vector<std::uint32_t> order(n);
        rank_by_score(scores, order);
        for (std::size_t r = 0; r < n; ++r)
            for (std::size_t k = r; k < n; ++k) ++counts[order[r]][k];
    }
    for (std::size_t j = 0; j < n; ++j) {
        GradedList list = five;
        for (std::size_t i = 0; i < n; ++i) list.grades[i] = i == j ? 1.0 : 0.0;
        list.ideal = {1, 0, 0, 0, 0};
        for (std::size_t k = 1; k < n; ++k) {
            const double chance =
                static_cast<double>(k) * exact("P@" + std::to_string(k), list, sigma);
            const double error = std::sqrt(chance * (1.0 - chance) / draws);
            EXPECT_NEAR(static_cast<double>(counts[j][k - 1]) / draws, chance, 4.5 * error)
                << j << " " << k;
        }
    }
}

/// 500 documents, some of equal score.
GradedList long_list() {
    Random random(36, "lists");
    GradedList list;
    for (int i = 0; i < 500; ++i) {
        list.grades.push_back(random.chance(0.3) ? 1.0 + static_cast<double>(random.below(4))
                                                 : 0.0);
        list.scores.push_back(std::round(50.0 * random.normal()) / 50.0);
    }
    list.ideal = list.grades;
    std::ranges::sort(list.ideal, std::greater());
    return list;
}

TEST(RankDistribution, OfLongListsAddsUpToOne) {
    const GradedList list = long_list();
    const std::size_t n = list.scores.size();
    Scratch scratch;
    for (const double sigma : {1e-3, 1e-2, 0.1, 1.0, 10.0}) {
        scratch.clear();
        const Contests contests(list.scores, sigma, scratch);
        for (std::size_t j = 0; j < n; j += 7) {
            std::vector<double> chances(n);
            const std::vector<double> beaten = opponents(contests, j);
            rank_distribution(beaten, chances);
            double sum = 0.0;
            double mean = 0.0;
            double beaten_by = 0.0;
            for (const double chance : beaten) beaten_by += chance;
            for (std::size_t r = 0; r < n; ++r) {
                ASSERT_GE(chances[r], 0.0);
                sum += chances[r];
                mean += static_cast<double>(r) * chances[r];
            }
            ASSERT_NEAR(sum, 1.0, 1e-12) << sigma << " " << j;
            ASSERT_NEAR(mean, beaten_by, 1e-9) << sigma << " " << j;
        }
    }
}

TEST(SoftValue, OfLongListsIsStable) {
    const GradedList list = long_list();
    const std::size_t n = list.scores.size();
    Scratch scratch;
    for (const std::string name : {"NDCG",
                                   "NDCG@10",
                                   "P@10",
                                   "AP",
                                   "GAP",
                                   "RBP",
                                   "ERR",
                                   "RR",
                                   "AUC",
                                   "AP(form=contest)@20"}) {
        const auto measure = make_measure(name);
        for (const double sigma : {1e-3, 1e-2, 0.1, 1.0, 10.0}) {
            scratch.clear();
            std::vector<double> gradient(n);
            const double value =
                soft_value(*measure->soft(), list.scored(), sigma, gradient, scratch);
            ASSERT_GE(value, 0.0) << name << " " << sigma;
            ASSERT_LE(value, 1.0 + 1e-9) << name << " " << sigma;
            double sum = 0.0;
            double size = 0.0;
            for (const double contest_gradient : gradient) {
                ASSERT_TRUE(std::isfinite(contest_gradient)) << name << " " << sigma;
                sum += contest_gradient;
                size += std::abs(contest_gradient);
            }
            EXPECT_NEAR(sum, 0.0, 1e-10 * size + 1e-300) << name << " " << sigma;
        }
    }
}

TEST(SoftValue, OfLongListsIsThatOfTheRankDistributions) {
    const GradedList list = long_list();
    const std::size_t n = list.scores.size();
    Scratch scratch;
    for (const double sigma : {1e-3, 0.1, 10.0}) {
        scratch.clear();
        const Contests contests(list.scores, sigma, scratch);
        double gained = 0.0;
        double most = 0.0;
        for (std::size_t j = 0; j < n; ++j) {
            std::vector<double> chances(n);
            rank_distribution(opponents(contests, j), chances);
            for (std::size_t r = 0; r < n; ++r)
                gained += (std::exp2(list.grades[j]) - 1.0) * chances[r] /
                          std::log2(static_cast<double>(r) + 2.0);
            most += (std::exp2(list.ideal[j]) - 1.0) / std::log2(static_cast<double>(j) + 2.0);
        }
        EXPECT_NEAR(with_independent_contests("NDCG", list, sigma), gained / most, 1e-10) << sigma;
    }
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
