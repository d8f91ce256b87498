#include "gradus/measures/abilities/binary_argmax.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/testing/graded_lists.hpp"

namespace gradus {
namespace {

using testing::GradedList;
using testing::random_list;

/// Σ loss_of over the relevant documents of an order, + w·Ψ.
template <class LossOf>
double objective(const GradedList& list,
                 const LossOf& loss_of,
                 const std::vector<std::uint32_t>& order) {
    double sum = pairwise_discriminant(list.scored(), 1.0, order);
    std::size_t i = 0;
    for (std::size_t position = 0; position < order.size(); ++position) {
        if (list.grades[order[position]] >= 1.0) sum += loss_of(i++, position);
    }
    return sum;
}

template <class LossOf>
double exhaustive(const GradedList& list, const LossOf& loss_of) {
    std::vector<std::uint32_t> order(list.grades.size());
    std::iota(order.begin(), order.end(), 0U);
    double best = -1e300;
    do {
        best = std::max(best, objective(list, loss_of, order));
    } while (std::ranges::next_permutation(order).found);
    return best;
}

TEST(BestInterleaving, EqualsExhaustiveSearchForAnyLossThatAdds) {
    Random random(11, "interleavings");
    Scratch scratch;
    int tried = 0;
    for (int trial = 0; trial < 200; ++trial) {
        const std::size_t n = 2 + random.below(6);
        const GradedList list = random_list(random, n);
        scratch.clear();
        const TwoClasses classes = two_classes(list.scored(), 1.0, scratch);
        if (classes.relevant.empty() || classes.nonrelevant.empty()) continue;
        ++tried;
        std::vector<double> table(n * n);  // neither falling nor convex
        for (double& entry : table) entry = random.normal();
        const auto loss_of = [&](std::size_t i, std::size_t position) {
            return table[i * n + position];
        };
        std::vector<std::uint32_t> order(n);
        best_interleaving(list.scores, classes, loss_of, order, scratch);
        ASSERT_NEAR(objective(list, loss_of, order), exhaustive(list, loss_of), 1e-12)
            << "trial " << trial;
    }
    EXPECT_GT(tried, 100);
}

TEST(BestFlips, EqualsTheDynamicProgramForAConvexDiscount) {
    Random random(12, "interleavings");
    Scratch scratch;
    int tried = 0;
    for (int trial = 0; trial < 200; ++trial) {
        const std::size_t n = 2 + random.below(trial < 100 ? 6 : 60);
        GradedList list = random_list(random, n);
        for (double& score : list.scores) score *= trial % 3 == 0 ? 0.1 : 1.0;
        scratch.clear();
        const TwoClasses classes = two_classes(list.scored(), 1.0, scratch);
        if (classes.relevant.empty() || classes.nonrelevant.empty()) continue;
        ++tried;
        const auto discount = [](std::size_t position) {
            return 0.7 / std::log2(static_cast<double>(position) + 2.0);
        };
        const auto loss_of = [&](std::size_t /*i*/, std::size_t position) {
            return -discount(position);
        };
        const std::size_t relevant = classes.relevant.size();
        const auto flip_loss = [&](std::size_t j, std::size_t i) {
            return discount(i + j) - discount(relevant + j);
        };
        std::vector<std::uint32_t> order(n);
        best_interleaving(list.scores, classes, loss_of, order, scratch);
        const double by_program = objective(list, loss_of, order);
        best_flips(list.scores, classes, flip_loss, order, scratch);
        ASSERT_NEAR(objective(list, loss_of, order), by_program, 1e-12) << "trial " << trial;
    }
    EXPECT_GT(tried, 100);
}

TEST(BestInterleaving, TakesTheFewestWrongPairsAmongEquals) {
    GradedList list = testing::graded_list({0, 1, 0, 1});
    list.scores = {0, 0, 0, 0};
    Scratch scratch;
    const TwoClasses classes = two_classes(list.scored(), 1.0, scratch);
    const auto nothing = [](std::size_t, std::size_t) { return 0.0; };
    const std::vector<std::uint32_t> perfect = {1, 3, 0, 2};
    std::vector<std::uint32_t> order(4);
    best_interleaving(list.scores, classes, nothing, order, scratch);
    EXPECT_EQ(order, perfect);
    order = {0, 0, 0, 0};
    best_flips(list.scores, classes, nothing, order, scratch);
    EXPECT_EQ(order, perfect);
}

// Relevance (1,0,0,1,0,1,0) and average precision: loss of the i-th relevant document at rank r is
// (1 − i/r)/R. Computed by brute force over all rankings.
TEST(BestInterleaving, GivesTheWorkedExampleOfAveragePrecision) {
    const std::vector<double> grades = {1, 0, 0, 1, 0, 1, 0};
    const std::vector<double> scores = {0.3, 0.9, 0.2, 0.1, -0.3, 0.4, 0.05};
    const GradedList list{grades, {1, 1, 1, 0, 0, 0, 0}, scores};
    Scratch scratch;
    const auto loss_of = [](std::size_t i, std::size_t position) {
        return (1.0 - static_cast<double>(i + 1) / static_cast<double>(position + 1)) / 3.0;
    };
    std::vector<std::uint32_t> order(7);
    best_interleaving(
        list.scores, two_classes(list.scored(), 1.0, scratch), loss_of, order, scratch);
    EXPECT_EQ(order, (std::vector<std::uint32_t>{1, 2, 5, 0, 6, 3, 4}));
    const std::vector<std::uint32_t> perfect = {5, 0, 3, 1, 2, 6, 4};
    EXPECT_NEAR(
        objective(list, loss_of, order) - pairwise_discriminant(list.scored(), 1.0, perfect),
        0.8305555556,
        1e-10);
}

}  // namespace
}  // namespace gradus
