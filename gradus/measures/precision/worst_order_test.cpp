#include "gradus/measures/precision/worst_order.hpp"

#include <algorithm>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/testing/graded_lists.hpp"

namespace gradus {
namespace {

/// A random binary query, its scores falling in each class.
struct BinaryQuery {
    std::vector<double> relevant;
    std::vector<double> nonrelevant;

    BinaryQuery(Random& random, std::size_t largest, double spread)
        : relevant(1 + random.below(largest)), nonrelevant(1 + random.below(largest)) {
        for (std::vector<double>* scores : {&relevant, &nonrelevant}) {
            for (double& score : *scores) score = spread * random.normal();
            std::ranges::sort(*scores, std::greater());
        }
    }
    ClimbGains gains(Scratch& scratch) const {
        return {relevant, nonrelevant, static_cast<double>(relevant.size()), scratch};
    }
};

/// Paper 2's own O(R·M) form: the gain of nonrelevant document j for every number of relevant
/// documents above it, by suffix sums of eq. 5.
std::vector<double> direct_gains(const BinaryQuery& query, std::size_t j) {
    const auto R = static_cast<double>(query.relevant.size());
    const auto M = static_cast<double>(query.nonrelevant.size());
    const auto J = static_cast<double>(j + 1);
    std::vector<double> gains(query.relevant.size() + 1, 0.0);
    for (std::size_t above = query.relevant.size(); above-- > 0;) {
        const auto t = static_cast<double>(above + 1);
        gains[above] = gains[above + 1] + (J / (J + t) - (J - 1) / (J + t - 1)) / R -
                       2.0 * (query.relevant[above] - query.nonrelevant[j]) / (R * M);
    }
    return gains;
}

TEST(ClimbGains, AreTheSuffixSumsOfThePaper) {
    Random random(1, "worst order");
    for (int trial = 0; trial < 100; ++trial) {
        const BinaryQuery query(random, 40, 0.5);
        Scratch scratch;
        const ClimbGains gains = query.gains(scratch);
        for (std::size_t j = 0; j < query.nonrelevant.size(); ++j) {
            const std::vector<double> direct = direct_gains(query, j);
            for (std::size_t above = 0; above < direct.size(); ++above) {
                ASSERT_NEAR(gains.gain(j, above), direct[above], 1e-12);
            }
        }
    }
}

// Lemma 1: δ_{j+1}(i1, i2) ≤ δ_j(i1, i2), where δ_j(i1, i2) = gain(j, i1) − gain(j, i2).
TEST(ClimbGains, OfALowerDocumentAreNotHigher) {
    Random random(2, "worst order");
    for (int trial = 0; trial < 100; ++trial) {
        const BinaryQuery query(random, 12, 1.0);
        Scratch scratch;
        const ClimbGains gains = query.gains(scratch);
        for (std::size_t j = 0; j + 1 < query.nonrelevant.size(); ++j) {
            for (std::size_t i2 = 0; i2 <= query.relevant.size(); ++i2) {
                for (std::size_t i1 = 0; i1 < i2; ++i1) {
                    ASSERT_LE(gains.gain(j + 1, i1) - gains.gain(j + 1, i2),
                              gains.gain(j, i1) - gains.gain(j, i2) + 1e-14);
                }
            }
        }
    }
}

// Theorem 2: the places found for each nonrelevant document alone are in order; and divide and
// conquer finds none worse.
TEST(ClimbGains, HaveTheirMaximaInOrder) {
    Random random(3, "worst order");
    bool moved = false;
    for (int trial = 0; trial < 200; ++trial) {
        const BinaryQuery query(random, 60, trial % 2 == 0 ? 0.3 : 3.0);
        Scratch scratch;
        std::vector<std::size_t> above(query.nonrelevant.size());
        query.gains(scratch).best(above);
        EXPECT_TRUE(std::ranges::is_sorted(above));
        std::size_t last = 0;
        for (std::size_t j = 0; j < above.size(); ++j) {
            const std::vector<double> direct = direct_gains(query, j);
            const double most = std::ranges::max(direct);
            EXPECT_NEAR(direct[above[j]], most, 1e-13);
            std::size_t alone = direct.size() - 1;
            while (direct[alone] < most - 1e-13) --alone;
            EXPECT_GE(alone, last);
            last = alone;
            moved = moved || (above[j] > 0 && above[j] < query.relevant.size());
        }
    }
    EXPECT_TRUE(moved);
}

TEST(AveragePrecisionArgmax, GivesTheWorkedExample) {
    testing::GradedList list = testing::graded_list({1, 0, 0, 1, 0, 1, 0}, 1.0);
    list.scores = {0.3, 0.9, 0.2, 0.1, -0.3, 0.4, 0.05};
    Scratch scratch;
    const AveragePrecisionArgmax argmax(1.0, false);
    std::vector<double> slopes(7);
    EXPECT_NEAR(argmax.hinge(list.scored(), slopes, scratch), 0.8305555556, 1e-10);
    std::vector<std::uint32_t> order(7);
    ASSERT_TRUE(argmax.violate(list.scored(), order, scratch));
    EXPECT_EQ(order, (std::vector<std::uint32_t>{1, 2, 5, 0, 6, 3, 4}));
}

TEST(AveragePrecisionArgmax, CountsRelevantDocumentsThatAreNotInTheList) {
    testing::GradedList list = testing::graded_list({1, 0}, 1.0);
    list.scores = {10.0, -10.0};  // far apart: the best order is the most violated one
    list.ideal = {1, 1, 0};
    Scratch scratch;
    std::vector<std::uint32_t> order(2);
    EXPECT_DOUBLE_EQ(
        AveragePrecisionArgmax(1.0, false).violate(list.scored(), order, scratch)->loss, 0.5);
    EXPECT_DOUBLE_EQ(AveragePrecisionArgmax(1.0, true).violate(list.scored(), order, scratch)->loss,
                     0.0);
}

TEST(AveragePrecisionArgmax, AsksNothingOfOneClass) {
    testing::GradedList list = testing::graded_list({1, 1}, 1.0);
    list.scores = {0.0, 1.0};
    Scratch scratch;
    std::vector<std::uint32_t> order(2);
    std::vector<double> slopes = {7.0, 7.0};
    const AveragePrecisionArgmax argmax(1.0, false);
    EXPECT_FALSE(argmax.violate(list.scored(), order, scratch));
    EXPECT_EQ(argmax.hinge(list.scored(), slopes, scratch), 0.0);
    EXPECT_EQ(slopes, (std::vector<double>{0.0, 0.0}));
}

}  // namespace
}  // namespace gradus
