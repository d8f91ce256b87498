#include "gradus/measures/abilities/argmax.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "gradus/measures/measure.hpp"
#include "gradus/testing/graded_lists.hpp"
#include "gradus/testing/measure_examples.hpp"

namespace gradus {
namespace {

using testing::graded_list;
using testing::GradedList;
using testing::random_list;

/// What looking at every order of a short list finds.
struct Searched {
    double most = -std::numeric_limits<double>::infinity();  ///< loss + w·Ψ where it is greatest
    double discriminant_of_best = 0.0;  ///< w·Ψ, the mean over the orders by falling grade
    bool orders_differ = false;         ///< in their losses
};

/// For every measure with violate(): small lists, and all their orders.
class EveryViolatedMeasure : public ::testing::TestWithParam<std::string> {
  protected:
    /// Whole grades, in every other trial of two classes; scores wide apart or close together.
    static GradedList list_of(std::size_t trial, Random& random) {
        GradedList list = random_list(random, 2 + trial % (longest - 1));
        if (trial % 2 == 0) {
            for (double& grade : list.grades) grade = std::min(grade, 1.0);
            list = {list.grades, graded_list(list.grades).ideal, list.scores, 1.0};
        }
        for (double& score : list.scores) score *= trial % 3 == 0 ? 0.1 : 1.0;
        return list;
    }

    double value(const GradedList& list, std::span<const std::uint32_t> order) const {
        GradedList ranked = list;
        for (std::size_t i = 0; i < order.size(); ++i) ranked.grades[i] = list.grades[order[i]];
        return measure_->score(ranked.ranked());
    }

    double hinge(const GradedList& list, std::vector<double>& gradients) {
        scratch_.clear();
        gradients.assign(list.grades.size(), 1.0);  // to be overwritten
        return argmax_.hinge(list.scored(), gradients, scratch_);
    }

    double discriminant(const GradedList& list, std::span<const std::uint32_t> order) {
        scratch_.clear();
        return argmax_.discriminant(list.scored(), order, scratch_);
    }

    Searched search(const GradedList& list) {
        Searched found;
        std::vector<std::uint32_t> order(list.grades.size());
        std::iota(order.begin(), order.end(), 0U);
        const double first = value(list, order);
        double best_orders = 0.0;
        do {
            const double here = value(list, order);
            const double product = discriminant(list, order);
            found.most = std::max(found.most, 1.0 - here + product);
            found.orders_differ |= std::abs(here - first) > 1e-12;
            if (std::ranges::is_sorted(order, std::greater(), [&](std::uint32_t document) {
                    return list.grades[document];
                })) {
                found.discriminant_of_best += product;
                best_orders += 1.0;
            }
        } while (std::ranges::next_permutation(order).found);
        found.discriminant_of_best /= best_orders;
        return found;
    }

    static constexpr std::size_t longest = 8;
    std::shared_ptr<const Measure> measure_ = make_measure(GetParam());
    const Argmax& argmax_ = *measure_->violate();
    Scratch scratch_;
};

TEST_P(EveryViolatedMeasure, HasAMostViolatedRankingThatNoOtherBeats) {
    Random random(6, "lists");
    std::size_t searched = 0;
    std::size_t longest_searched = 0;
    for (std::size_t trial = 0; trial < 84; ++trial) {
        const GradedList list = list_of(trial, random);
        const std::size_t n = list.grades.size();
        std::vector<double> gradients;
        const double hinge_here = hinge(list, gradients);
        std::vector<std::uint32_t> order(n);
        std::iota(order.begin(), order.end(), 0U);
        scratch_.clear();
        const auto worst = argmax_.violate(list.scored(), order, scratch_);
        const Searched found = search(list);
        if (!worst && !found.orders_differ && gradients == std::vector<double>(n)) {
            if (hinge_here != 0.0) {  // asks nothing, but has a loss
                EXPECT_EQ(hinge_here, 1.0 - value(list, order)) << "trial " << trial;
            }
            continue;
        }
        ++searched;
        if (n == longest) ++longest_searched;
        const double expected = found.most - found.discriminant_of_best;
        if (worst) {
            EXPECT_NEAR(worst->loss, 1.0 - value(list, order), 1e-10) << "trial " << trial;
            EXPECT_NEAR(worst->discriminant, discriminant(list, order), 1e-10) << "trial " << trial;
            EXPECT_NEAR(worst->loss + worst->discriminant, found.most, 1e-10) << "trial " << trial;
            EXPECT_NEAR(hinge_here, expected, 1e-10) << "trial " << trial;
        } else {  // a sum of hinges, each with a ranking of its own: no one ranking does better
            EXPECT_GE(hinge_here, expected - 1e-10) << "trial " << trial;
        }
    }
    EXPECT_GT(searched, 10U);
    EXPECT_GE(longest_searched, 3U);
}

TEST_P(EveryViolatedMeasure, HasAConvexHingeAboveTheLoss) {
    Random random(7, "lists");
    for (std::size_t trial = 0; trial < 84; ++trial) {
        const GradedList list = list_of(trial, random);
        std::vector<double> gradients;
        const double here = hinge(list, gradients);
        std::vector<std::uint32_t> order(list.grades.size());
        rank_by_score(list.scores, order);
        if (std::ranges::any_of(gradients, [](double gradient) { return gradient != 0.0; })) {
            EXPECT_GE(here, 1.0 - value(list, order) - 1e-10) << "trial " << trial;
        }
        GradedList moved = list;
        double tangent = here;
        for (std::size_t i = 0; i < order.size(); ++i) {
            const double step = random.normal();
            moved.scores[i] += step;
            tangent += gradients[i] * step;
        }
        EXPECT_GE(hinge(moved, gradients), tangent - 1e-9) << "trial " << trial;
    }
}

// A sum of hinges is a bound of no single ranking; but here one ranking is the most violated of
// each part, so that a wrong weight or margin is found out.
TEST_P(EveryViolatedMeasure, IsTightAtScoresThatFollowTheGradesAndAtEqualScores) {
    Random random(8, "lists");
    for (std::size_t trial = 0; trial < 84; ++trial) {
        GradedList list = list_of(trial, random);
        std::vector<std::uint32_t> order(list.grades.size());
        rank_by_score(list.grades, order);
        const double least_loss = 1.0 - value(list, order);
        std::ranges::reverse(order);
        const double most_loss = 1.0 - value(list, order);
        if (std::isnan(least_loss) || least_loss == most_loss) continue;
        std::vector<double> gradients;
        for (std::size_t i = 0; i < order.size(); ++i) list.scores[i] = 100.0 * list.grades[i];
        EXPECT_NEAR(hinge(list, gradients), least_loss, 1e-10) << "trial " << trial;
        std::ranges::fill(list.scores, 0.5);
        EXPECT_NEAR(hinge(list, gradients), most_loss, 1e-10) << "trial " << trial;
    }
}

INSTANTIATE_TEST_SUITE_P(Catalog,
                         EveryViolatedMeasure,
                         ::testing::ValuesIn(testing::examples_with([](const Measure& measure) {
                             return measure.violate() != nullptr;
                         })),
                         testing::test_name);

}  // namespace
}  // namespace gradus
