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
    ClimbLoss climb_loss(Scratch& scratch) const {
        const auto total = static_cast<double>(relevant.size());
        return {relevant.size(), nonrelevant.size(), total, scratch};
    }
    /// δ_j(i + 1, R + 1) of the paper: what loss + w·Ψ gains when nonrelevant document j climbs
    /// over the relevant documents from i on, by the paper's own suffix sums, for i = 0 … R.
    std::vector<double> direct_gains(std::size_t j) const {
        const auto R = static_cast<double>(relevant.size());
        const auto M = static_cast<double>(nonrelevant.size());
        const auto J = static_cast<double>(j + 1);
        std::vector<double> gains(relevant.size() + 1, 0.0);
        for (std::size_t i = relevant.size(); i-- > 0;) {
            const auto t = static_cast<double>(i + 1);
            gains[i] = gains[i + 1] + (J / (J + t) - (J - 1) / (J + t - 1)) / R -
                       2.0 * (relevant[i] - nonrelevant[j]) / (R * M);
        }
        return gains;
    }
    /// The same with the loss by harmonic numbers.
    double fast_gain(const ClimbLoss& climb_loss, std::size_t j, std::size_t i) const {
        double scores = 0.0;
        for (std::size_t t = i; t < relevant.size(); ++t) scores += relevant[t] - nonrelevant[j];
        const auto pairs = static_cast<double>(relevant.size() * nonrelevant.size());
        return climb_loss(j, i) - 2.0 * scores / pairs;
    }
};

TEST(ClimbLoss, GivesTheSuffixSumsOfThePaper) {
    Random random(1, "worst order");
    for (int trial = 0; trial < 100; ++trial) {
        const BinaryQuery query(random, 40, 0.5);
        Scratch scratch;
        const ClimbLoss climb_loss = query.climb_loss(scratch);
        for (std::size_t j = 0; j < query.nonrelevant.size(); ++j) {
            const std::vector<double> direct = query.direct_gains(j);
            for (std::size_t i = 0; i < direct.size(); ++i) {
                ASSERT_NEAR(query.fast_gain(climb_loss, j, i), direct[i], 1e-12);
            }
        }
    }
}

// Lemma 1: δ_{j+1}(i1, i2) ≤ δ_j(i1, i2).
TEST(ClimbLoss, OfALowerDocumentIsNotHigher) {
    Random random(2, "worst order");
    for (int trial = 0; trial < 100; ++trial) {
        const BinaryQuery query(random, 12, 1.0);
        Scratch scratch;
        const ClimbLoss climb_loss = query.climb_loss(scratch);
        const auto gain = [&](std::size_t j, std::size_t i1, std::size_t i2) {
            return query.fast_gain(climb_loss, j, i1) - query.fast_gain(climb_loss, j, i2);
        };
        for (std::size_t j = 0; j + 1 < query.nonrelevant.size(); ++j) {
            for (std::size_t i2 = 0; i2 <= query.relevant.size(); ++i2) {
                for (std::size_t i1 = 0; i1 < i2; ++i1) {
                    ASSERT_LE(gain(j + 1, i1, i2), gain(j, i1, i2) + 1e-14);
                }
            }
        }
    }
}

// Theorem 2: the places found for each nonrelevant document alone (the highest index on ties) are
// in order, so the ranking made of them exists; it is the one that the measure names.
TEST(AveragePrecisionArgmax, PutsEachNonrelevantDocumentWhereItAloneWouldStand) {
    Random random(3, "worst order");
    bool inside = false;
    for (int trial = 0; trial < 200; ++trial) {
        const BinaryQuery query(random, 60, trial % 2 == 0 ? 0.3 : 3.0);
        const std::size_t R = query.relevant.size();
        std::vector<double> grades(R, 1.0);
        grades.resize(R + query.nonrelevant.size(), 0.0);
        testing::GradedList list = testing::graded_list(grades);
        list.scores = query.relevant;
        list.scores.insert(list.scores.end(), query.nonrelevant.begin(), query.nonrelevant.end());
        std::vector<std::uint32_t> order(grades.size());
        Scratch scratch;
        ASSERT_TRUE(AveragePrecisionArgmax({}).violate(list.scored(), order, scratch));

        double most = 0.0;
        double found = 0.0;
        std::size_t last = 0;
        std::size_t above = 0;
        std::size_t next = R;  // nonrelevant documents keep their order
        for (const std::uint32_t document : order) {
            if (document < R) {
                EXPECT_EQ(document, above) << "relevant documents keep their order";
                ++above;
                continue;
            }
            EXPECT_EQ(document, next++);
            const std::vector<double> gains = query.direct_gains(document - R);
            std::size_t alone = R;
            while (gains[alone] < std::ranges::max(gains) - 1e-13) --alone;
            EXPECT_GE(alone, last);
            last = alone;
            most += gains[alone];
            found += gains[above];
            inside = inside || (above > 0 && above < R);
        }
        EXPECT_NEAR(found, most, 1e-11) << "trial " << trial;
    }
    EXPECT_TRUE(inside);
}

TEST(AveragePrecisionArgmax, GivesTheWorkedExample) {
    testing::GradedList list = testing::graded_list({1, 0, 0, 1, 0, 1, 0}, 1.0);
    list.scores = {0.3, 0.9, 0.2, 0.1, -0.3, 0.4, 0.05};
    Scratch scratch;
    const AveragePrecisionArgmax argmax({});
    std::vector<double> gradients(7);
    EXPECT_NEAR(argmax.hinge(list.scored(), gradients, scratch), 0.8305555556, 1e-10);
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
    const auto loss = [&](const PrecisionRule& rule) {
        return AveragePrecisionArgmax(rule).violate(list.scored(), order, scratch)->loss;
    };
    EXPECT_DOUBLE_EQ(loss({}), 0.5);
    EXPECT_DOUBLE_EQ(loss({.over = PrecisionOver::retrieved}), 0.0);
    EXPECT_DOUBLE_EQ(loss({.over = PrecisionOver::cutoff, .cutoff = 1}), 0.0);
}

TEST(AveragePrecisionArgmax, AsksNothingOfOneClass) {
    testing::GradedList list = testing::graded_list({1, 1}, 1.0);
    list.scores = {0.0, 1.0};
    Scratch scratch;
    std::vector<std::uint32_t> order(2);
    std::vector<double> gradients = {7.0, 7.0};
    const AveragePrecisionArgmax argmax({});
    EXPECT_FALSE(argmax.violate(list.scored(), order, scratch));
    EXPECT_EQ(argmax.hinge(list.scored(), gradients, scratch), 0.0);
    EXPECT_EQ(gradients, (std::vector<double>{0.0, 0.0}));
}

}  // namespace
}  // namespace gradus
