#include "gradus/measures/additive/additive_measure.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/testing/error_message.hpp"
#include "gradus/testing/graded_lists.hpp"
#include "gradus/testing/soft_example.hpp"

namespace gradus {
namespace {

using testing::graded_list;
using testing::GradedList;
using testing::random_list;

double value(const std::string& measure, const GradedList& list) {
    return make_measure(measure)->score(list.ranked());
}

std::string message(const std::string& measure) {
    return testing::error_message([&] { make_measure(measure); });
}

const GradedList& worked_list() {
    static const GradedList list = graded_list({2, 0, 1, 2, 0, 1}, 2.0);
    return list;
}

// The values below for these grades were computed by brute force.
TEST(AdditiveMeasures, GiveTheWorkedExample) {
    const std::pair<const char*, double> expected[] = {{"P@3", 0.666666667},
                                                       {"DCG", 5.148236861},
                                                       {"NDCG", 0.884050327},
                                                       {"NDCG@3", 0.649014792},
                                                       {"NDCG(discount=letor)@3", 0.547574758},
                                                       {"RBP(p=0.8)", 0.495936}};
    for (const auto& [measure, result] : expected) {
        EXPECT_NEAR(value(measure, worked_list()), result, 1e-9) << measure;
    }
}

TEST(AdditiveMeasures, ChangeUnderSwapsAsInTheWorkedExample) {
    struct Example {
        const char* measure;
        double second_with_fourth;
        double first_with_fifth;
    };
    const Example examples[] = {{"NDCG", 0.103161864, -0.315867155},
                                {"NDCG@3", 0.350985208, -0.556298393},
                                {"P@3", 0.333333333, -0.333333333},
                                {"RBP", 0.0576, -0.11808}};
    for (const Example& example : examples) {
        Scratch scratch;
        std::vector<double> row(6);
        const auto measure = make_measure(example.measure);
        EXPECT_TRUE(measure->has_fast_swap());
        const auto& rows = measure->swap(worked_list().ranked(), scratch);
        rows.fill(1, row);
        EXPECT_NEAR(row[3], example.second_with_fourth, 1e-9) << example.measure;
        rows.fill(0, row);
        EXPECT_NEAR(row[4], example.first_with_fifth, 1e-9) << example.measure;
    }
}

TEST(AdditiveMeasures, LeaveSwapsBeyondTheCutoffOut) {
    Scratch scratch;
    EXPECT_EQ(make_measure("NDCG@3")->swap(worked_list().ranked(), scratch).reach(), 3U);
    EXPECT_EQ(make_measure("Rprec")->swap(worked_list().ranked(), scratch).reach(), 4U);
    EXPECT_EQ(make_measure("NDCG")->swap(worked_list().ranked(), scratch).reach(), 6U);
}

TEST(AdditiveMeasures, HaveTheSoftFormsOfTheWorkedExample) {
    struct Example {
        const char* measure;
        double value;
        std::vector<double> gradient;
    };
    const Example examples[] = {
        {"NDCG", .6725311261, {-.07724736, .13602382, -.01327227, -.05464587, .00914168}},
        {"NDCG@2", .2986315065, {-.17168844, .36542860, -.02881504, -.11842192, -.04650320}},
        {"P@2", .4862990444, {-.22574097, .25462992, .24933299, -.19560020, -.08262173}},
        {"RBP(p=0.8)", .3805692991, {-.03295777, .03063219, .02866703, -.03543702, .00909557}}};
    for (const Example& example : examples)
        EXPECT_NEAR(testing::soft_of_five_documents(example.measure, example.gradient),
                    example.value,
                    1e-9);
}

TEST(AdditiveMeasures, SumManyDocumentsByExponentialsAsTheRecursionDoes) {
    Random random(22, "lists");
    const std::pair<const char*, Discount> examples[] = {
        {"NDCG", Discount(DiscountShape::log)},
        {"NDCG(discount=linear)", Discount(DiscountShape::linear)},
        {"NDCG(discount=letor)", Discount(DiscountShape::letor)},
        {"RBP(p=0.95,gain=graded)", Discount(DiscountShape::geometric, 0.95)}};
    for (const auto& [name, discount] : examples) {
        const auto measure = make_measure(name);
        const bool normalised = measure->score(graded_list({4}).ranked()) == 1.0;
        for (const std::size_t n : {64U, 65U, 200U}) {
            GradedList list = random_list(random, n);
            list.grades[3] = 2.0;
            list = {list.grades, graded_list(list.grades).ideal, list.scores};
            list.scores[5] = 100.0;  // beats all others for sure
            std::vector<double> weights(n);
            double ideal = 0.0;
            for (std::size_t i = 0; i < n; ++i) {
                weights[i] = discount.at(i);
                ideal += (std::exp2(list.ideal[i]) - 1.0) * weights[i];
            }
            Scratch scratch;
            const Contests contests(list.scores, 0.3, scratch);
            std::vector<double> score_gradients(n * n, 0.0);
            const double soft =
                measure->soft()->value(list.scored(), contests, score_gradients, scratch);
            double expected = 0.0;
            for (std::size_t j = 0; j < n; ++j) {
                const double grade = list.grades[j];
                const double share = normalised ? (std::exp2(grade) - 1.0) / ideal : grade / 4.0;
                std::vector<double> row(n);
                expected += share * rank_functional(contests.beats(j), {}, weights, row, scratch);
                for (std::size_t i = 0; i < n; ++i) {
                    const double score_gradient = i == j ? 0.0 : share * row[i];
                    ASSERT_NEAR(score_gradients[j * n + i], score_gradient, 1e-9)
                        << name << " " << n;
                }
            }
            EXPECT_NEAR(soft, expected, 1e-9) << name << " " << n;
        }
    }
}

TEST(AdditiveMeasures, FindTheMostViolatedRankingOfTheWorkedExample) {
    GradedList list = graded_list({1, 0, 0, 1, 0, 1, 0}, 1.0);
    list.scores = {.3, .9, .2, .1, -.3, .4, .05};
    Scratch scratch;
    std::vector<double> score_gradients(7);
    const auto measure = make_measure("NDCG(psi=pairs)");
    EXPECT_NEAR(
        measure->violate()->hinge(list.scored(), score_gradients, scratch), .6710928355, 1e-9);
}

TEST(AdditiveMeasures, SortToFindTheMostViolatedRankingOfThePositionMap) {
    Random random(23, "lists");
    std::size_t found = 0;
    for (const std::string name : {"NDCG(psi=discount)",
                                   "NDCG(psi=discount)@3",
                                   "NDCG(psi=discount,discount=letor)@4",
                                   "kNDCG@2"}) {
        const auto measure = make_measure(name);
        for (std::size_t trial = 0; trial < 21; ++trial) {
            const std::size_t n = 2 + trial % 7;
            const GradedList list = random_list(random, n, random.below(2));
            Scratch scratch;
            std::vector<std::uint32_t> order(n);
            const auto worst = measure->violate()->violate(list.scored(), order, scratch);
            if (!worst) continue;
            ++found;
            const auto layout = dynamic_cast<const AdditiveMeasure&>(*measure).lay_out(
                n, list.ideal, list.highest, scratch);
            const auto discriminant = [&](const std::vector<std::uint32_t>& ranking) {
                double sum = 0.0;
                for (std::size_t i = 0; i < n; ++i) {
                    sum += layout.discounts[i] * list.scores[ranking[i]];
                }
                return sum;
            };
            EXPECT_NEAR(worst->discriminant, discriminant(order), 1e-12);
            std::vector<std::uint32_t> other(n);
            std::iota(other.begin(), other.end(), 0U);
            double best = -1e300;
            GradedList ranked = list;
            do {
                for (std::size_t i = 0; i < n; ++i) ranked.grades[i] = list.grades[other[i]];
                best = std::max(best, 1.0 - measure->score(ranked.ranked()) + discriminant(other));
            } while (std::ranges::next_permutation(other).found);
            EXPECT_NEAR(worst->loss + worst->discriminant, best, 1e-12) << name << trial;
        }
    }
    EXPECT_GT(found, 50U);
}

/// The hinge of two classes, gains from `gain` on against the others, by looking at every ranking.
double hinge_of_every_ranking(const GradedList& list,
                              std::span<const double> gains,
                              double gain,
                              std::span<const double> discounts) {
    GradedList classes = list;
    std::vector<double> relevant(list.grades.size());
    for (std::size_t i = 0; i < relevant.size(); ++i) {
        relevant[i] = gains[i] >= gain ? 1.0 : 0.0;
        classes.grades[i] = relevant[i];
    }
    std::vector<std::uint32_t> order(relevant.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto gained = [&] {
        double sum = 0.0;
        for (std::size_t r = 0; r < order.size(); ++r) sum += relevant[order[r]] * discounts[r];
        return sum;
    };
    std::ranges::stable_sort(order, std::greater(), [&](auto i) { return relevant[i]; });
    const double ideal = gained();
    const double truth = pairwise_discriminant(classes.scored(), 1.0, order);
    std::ranges::sort(order);
    double worst = -1e300;
    do {
        worst = std::max(
            worst,
            1.0 - gained() / ideal + pairwise_discriminant(classes.scored(), 1.0, order) - truth);
    } while (std::ranges::next_permutation(order).found);
    return worst;
}

TEST(AdditiveMeasures, AddUpTheHingesOfTheirThresholds) {
    Random random(29, "lists");
    Scratch scratch;
    std::size_t graded = 0;
    for (const std::string name :
         {"NDCG", "NDCG@3", "NDCG(discount=letor)@4", "NDCG(mean=yes)", "RBP(gain=graded)"}) {
        const auto measure = make_measure(name);
        const auto& additive = dynamic_cast<const AdditiveMeasure&>(*measure);
        for (std::size_t trial = 0; trial < 40; ++trial) {
            const GradedList list = random_list(random, 2 + trial % 5, random.below(2));
            const std::size_t n = list.grades.size();
            scratch.clear();
            const auto layout = additive.lay_out(n, list.ideal, list.highest, scratch);
            if (layout.normaliser == 0.0) continue;
            const auto gains = additive.shares(list.grades, layout, scratch);
            std::vector<double> ideal(gains.begin(), gains.end());
            std::ranges::sort(ideal, std::greater());
            if (ideal.front() == ideal.back()) continue;
            double expected = 1.0;
            double discounts = 0.0;
            std::size_t levels = 1;
            for (std::size_t i = 0; i < n; ++i) {
                expected -= ideal[i] * layout.discounts[i];
                discounts += layout.discounts[i];
                if (i + 1 == n || ideal[i] == ideal[i + 1]) continue;
                ++levels;
                expected += (ideal[i] - ideal[i + 1]) * discounts *
                            hinge_of_every_ranking(list, gains, ideal[i], layout.discounts);
            }
            graded += levels > 2 ? 1 : 0;
            std::vector<double> score_gradients(n);
            const double hinge = measure->violate()->hinge(list.scored(), score_gradients, scratch);
            EXPECT_NEAR(hinge, expected, 1e-12) << name << trial;
            std::vector<std::uint32_t> order(n);
            rank_by_score(list.scores, order);
            GradedList ranked = list;
            for (std::size_t i = 0; i < n; ++i) ranked.grades[i] = list.grades[order[i]];
            EXPECT_GE(hinge, 1.0 - measure->score(ranked.ranked()) - 1e-12) << name << trial;
        }
    }
    EXPECT_GT(graded, 40U);
}

TEST(AdditiveMeasures, HaveTheHingeOfPairsWhereThereAreTwoGains) {
    Random random(31, "lists");
    Scratch scratch;
    for (int trial = 0; trial < 50; ++trial) {
        std::vector<double> grades(12);
        for (double& grade : grades) grade = static_cast<double>(random.below(2));
        GradedList list = graded_list(grades, 1.0);
        for (std::size_t i = 0; i < 12; ++i) list.scores.push_back(0.3 * random.normal());
        for (const std::string at : {"", "@4"}) {
            std::vector<double> score_gradients(12);
            std::vector<double> of_pairs(12);
            const auto hinge = [&](const std::string& name, std::vector<double>& into) {
                scratch.clear();
                return make_measure(name)->violate()->hinge(list.scored(), into, scratch);
            };
            EXPECT_NEAR(hinge("NDCG" + at, score_gradients),
                        hinge("NDCG(psi=pairs)" + at, of_pairs),
                        1e-14);
            for (std::size_t i = 0; i < 12; ++i)
                EXPECT_NEAR(score_gradients[i], of_pairs[i], 1e-14);
        }
    }
}

// The letor discount is not convex, nor is a truncated one: each document's own best place need not
// fit the others'.
TEST(AdditiveMeasures, InterleaveExactlyWhereTheDiscountIsNotConvex) {
    Random random(25, "lists");
    Scratch scratch;
    for (const std::string name : {"NDCG(psi=pairs,discount=letor)", "NDCG(psi=pairs)@3"}) {
        const auto measure = make_measure(name);
        for (int trial = 0; trial < 400; ++trial) {
            const std::size_t n = 4 + random.below(3);
            GradedList list = graded_list(std::vector<double>(n, 0.0), 1.0);
            for (std::size_t i = 0; i < n; ++i) {
                list.grades[i] = static_cast<double>(random.below(2));
            }
            list = graded_list(list.grades, 1.0);
            for (std::size_t i = 0; i < n; ++i) list.scores.push_back(0.5 * random.normal());
            scratch.clear();
            std::vector<std::uint32_t> order(n);
            const auto worst = measure->violate()->violate(list.scored(), order, scratch);
            if (!worst) continue;
            std::vector<std::uint32_t> other(n);
            std::iota(other.begin(), other.end(), 0U);
            double best = -1e300;
            GradedList ranked = list;
            do {
                for (std::size_t i = 0; i < n; ++i) ranked.grades[i] = list.grades[other[i]];
                best = std::max(best,
                                1.0 - measure->score(ranked.ranked()) +
                                    pairwise_discriminant(list.scored(), 1.0, other));
            } while (std::ranges::next_permutation(other).found);
            ASSERT_NEAR(worst->loss + worst->discriminant, best, 1e-12) << name << trial;
        }
    }
}

TEST(AdditiveMeasures, HaveAHingeThatForgetsTheOrderOfTheDocuments) {
    GradedList list = graded_list({1, 0, 1, 0, 1, 2});
    list.scores = {.3, .9, .2, .1, -.3, .4};
    GradedList turned = list;
    std::ranges::reverse(turned.grades);
    std::ranges::reverse(turned.scores);
    Scratch scratch;
    std::vector<double> score_gradients(6);
    std::vector<double> turned_score_gradients(6);
    for (const std::string name : {"NDCG@3", "NDCG(psi=discount)@3"}) {
        const auto measure = make_measure(name);
        const double hinge = measure->violate()->hinge(list.scored(), score_gradients, scratch);
        EXPECT_NEAR(measure->violate()->hinge(turned.scored(), turned_score_gradients, scratch),
                    hinge,
                    1e-14);
        for (std::size_t i = 0; i < 6; ++i)
            EXPECT_NEAR(score_gradients[i], turned_score_gradients[5 - i], 1e-14);
    }
}

TEST(AdditiveMeasures, AskNothingOfAQueryWithoutTwoGains) {
    GradedList list = graded_list({2, 2, 2});
    list.scores = {1, 2, 3};
    Scratch scratch;
    for (const std::string name : {"NDCG", "NDCG(psi=discount)", "NDCG(psi=pairs)", "P@2", "RBP"}) {
        std::vector<double> score_gradients(3, 1.0);
        std::vector<std::uint32_t> order(3);
        const auto measure = make_measure(name);
        EXPECT_FALSE(measure->violate()->violate(list.scored(), order, scratch)) << name;
        EXPECT_EQ(measure->violate()->hinge(list.scored(), score_gradients, scratch), 0.0) << name;
        EXPECT_EQ(score_gradients, std::vector<double>(3, 0.0)) << name;
    }
}

TEST(AdditiveMeasures, CountAQueryWithoutRelevantDocumentsAsTheyShould) {
    const GradedList list = graded_list({0, 0});
    for (const std::string name : {"P@2", "RBP", "DCG", "Success@1"}) {
        EXPECT_EQ(value(name, list), 0.0) << name;
    }
    for (const std::string name : {"NDCG", "Recall@2", "Rprec", "kNDCG", "NDCG(mean=yes)"}) {
        EXPECT_TRUE(std::isnan(value(name, list))) << name;
    }
}

TEST(AdditiveMeasures, CountUnretrievedRelevantDocuments) {
    const GradedList list{{1, 0, 1}, {2, 1, 1, 1, 0}, {}};
    EXPECT_DOUBLE_EQ(value("Recall@3", list), 2.0 / 4.0);
    EXPECT_DOUBLE_EQ(value("Rprec", list), 2.0 / 4.0);
    EXPECT_DOUBLE_EQ(value("P@4", list), 2.0 / 4.0);
    EXPECT_DOUBLE_EQ(value("Recall(rel=2)@3", list), 0.0);
    EXPECT_DOUBLE_EQ(value("Success@1", list), 1.0);
    EXPECT_DOUBLE_EQ(value("Success(rel=2)@3", list), 0.0);
    EXPECT_DOUBLE_EQ(value("NDCG@1", list), 1.0 / 3.0);
}

TEST(AdditiveMeasures, AskForACutoffWhereTheyNeedOne) {
    EXPECT_EQ(message("P"), "measure 'P': p needs a cutoff; write p@10");
    EXPECT_EQ(message("Recall"), "measure 'Recall': recall needs a cutoff; write recall@10");
    EXPECT_EQ(message("Success"), "measure 'Success': success needs a cutoff; write success@10");
    EXPECT_EQ(message("Rprec@5"), "measure 'Rprec@5': rprec takes no cutoff; leave out @5");
}

TEST(Dcg, RefusesGradesBeyondTheRangeOfItsGain) {
    EXPECT_EQ(make_measure("DCG")->objection(2000),
              "the gain 2^2000 - 1 is beyond the range of numbers");
    EXPECT_EQ(make_measure("DCG")->objection(1000), "");
    EXPECT_EQ(make_measure("DCG(gain=linear)")->objection(2000), "");
}

TEST(Rbp, DividesGradesByTheHighest) {
    GradedList list = graded_list({2, 0, 1}, 4.0);
    EXPECT_NEAR(value("RBP(gain=graded)", list), 0.2 * (0.5 + 0.25 * 0.64), 1e-15);
    EXPECT_NEAR(value("RBP(gain=graded,max=2)", list), 0.2 * (1.0 + 0.5 * 0.64), 1e-15);
    list.highest = 0.0;  // unknown
    EXPECT_NEAR(value("RBP(gain=graded)", list), 0.2 * (1.0 + 0.5 * 0.64), 1e-15);
    EXPECT_EQ(make_measure("RBP(gain=graded,max=2)")->objection(3), "grade 3 is above max=2");
    EXPECT_EQ(make_measure("RBP(gain=graded)")->objection(3), "");
    EXPECT_EQ(message("RBP(max=4)"),
              "measure 'RBP(max=4)': max has no meaning with gain=binary; write gain=graded, or "
              "leave it out");
}

// True order (3,0,4,1,2,5), k = 3, predicted (0,3,1,4,2,5).
TEST(Kndcg, GivesTheWorkedExample) {
    EXPECT_NEAR(value("kNDCG(k=3)@3", graded_list({2, 3, 0, 1, 0, 0})), .7895959, 1e-7);
    EXPECT_EQ(make_measure("kNDCG(k=3)")->objection(4),
              "grade 4 is above k=3; the best of k documents has grade k");
    EXPECT_EQ(make_measure("kNDCG(k=3)")->objection(3), "");
    EXPECT_EQ(make_measure("kNDCG(k=0)")->objection(400), "");
    EXPECT_NEAR(value("kNDCG(k=0)", graded_list({0, 2000})), 1 / std::log2(3), 1e-12);
}

}  // namespace
}  // namespace gradus
