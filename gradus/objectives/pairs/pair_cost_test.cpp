#include "gradus/objectives/pairs/pair_cost.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/objectives/pairs/pair_kernel.hpp"

namespace gradus {
namespace {

constexpr float missing = std::numeric_limits<float>::quiet_NaN();

const std::vector<PairRule>& rules() {
    static const std::vector<PairRule> all = {
        {},
        {.sigma = 2.5},
        {.by_distance = true},
        {.cost = PairCost::sigmoid},
        {.cost = PairCost::sigmoid, .sigma = 1.5, .centre = -0.7},
        {.cost = PairCost::sigmoid, .centre = 3.0, .by_distance = true},
    };
    return all;
}

TEST(PairTerms, AreTheDerivativesOfTheCost) {
    for (const PairRule& rule : rules()) {
        if (rule.by_distance) continue;  // the divisor is taken for a constant
        for (double x = -6.0; x <= 6.0; x += 0.37) {
            const double step = 1e-5;
            const PairTerms here = pair_terms(rule, x);
            const PairTerms up = pair_terms(rule, x + step);
            const PairTerms down = pair_terms(rule, x - step);
            // Central differences: step² times the third derivative, which is below σ³.
            EXPECT_NEAR(here.force, -(up.cost - down.cost) / (2 * step), 1e-8);
            if (rule.cost == PairCost::sigmoid) {
                EXPECT_EQ(here.hessian, 0.0);
            } else {
                EXPECT_NEAR(here.hessian, -(up.force - down.force) / (2 * step), 1e-8);
            }
        }
    }
}

TEST(PairTerms, StayFiniteFarApart) {
    for (const PairRule& rule : rules()) {
        for (const double x : {-1e4, -800.0, 800.0, 1e4}) {
            const PairTerms terms = pair_terms(rule, x);
            EXPECT_TRUE(std::isfinite(terms.cost) && std::isfinite(terms.force));
            EXPECT_GE(terms.force, 0.0);
            EXPECT_GE(terms.hessian, 0.0);
        }
    }
    EXPECT_DOUBLE_EQ(pair_terms({}, -800.0).cost, 800.0);
    EXPECT_DOUBLE_EQ(pair_terms({}, -800.0).force, 1.0);
}

TEST(PairTerms, OfTheSigmoidCostPushMostAtItsCentre) {
    const PairRule rule{.cost = PairCost::sigmoid, .centre = 1.5};
    const double most = pair_terms(rule, -1.5).force;  // s_j = s_i + μ
    EXPECT_DOUBLE_EQ(most, 0.25);
    EXPECT_LT(pair_terms(rule, -1.4).force, most);
    EXPECT_LT(pair_terms(rule, -1.6).force, most);
}

/// A random query with a change for each pair of positions.
struct Example {
    std::vector<float> scores;
    std::vector<float> sides;
    std::vector<std::uint32_t> order;
    std::vector<std::vector<float>> changes;

    ScoredQuery<float> query() const { return {.scores = scores, .order = order}; }
};

Example random_example(Random& random, std::size_t n) {
    Example example;
    for (std::size_t i = 0; i < n; ++i) {
        example.scores.push_back(static_cast<float>(2.0 * random.normal()));
        example.sides.push_back(random.chance(0.15) ? missing
                                                    : static_cast<float>(random.below(4)));
    }
    example.order.resize(n);
    std::iota(example.order.begin(), example.order.end(), 0U);
    std::ranges::sort(example.order,
                      [&](auto a, auto b) { return example.scores[a] > example.scores[b]; });
    example.changes.assign(n, std::vector<float>(in_blocks(n)));
    for (auto& row : example.changes) {
        for (float& change : row) change = static_cast<float>(random.normal());
    }
    return example;
}

/// Gradients and Hessians by document, in double, one pair after the other.
std::vector<double> plain_gradients(const Example& example,
                                    const PairRule& rule,
                                    std::vector<double>& hessians) {
    const std::size_t n = example.scores.size();
    std::vector<double> gradients(n);
    hessians.assign(n, 0.0);
    for (std::size_t a = 0; a < n; ++a) {
        for (std::size_t b = a + 1; b < n; ++b) {
            std::size_t high = example.order[a];
            std::size_t low = example.order[b];
            if (example.sides[low] > example.sides[high]) std::swap(high, low);
            if (!(example.sides[high] > example.sides[low])) continue;
            const double change = std::abs(static_cast<double>(example.changes[a][b]));
            const PairTerms terms = pair_terms(rule,
                                               static_cast<double>(example.scores[high]) -
                                                   static_cast<double>(example.scores[low]));
            gradients[high] -= change * terms.force;
            gradients[low] += change * terms.force;
            hessians[high] += change * terms.hessian;
            hessians[low] += change * terms.hessian;
        }
    }
    return gradients;
}

TEST(PairKernel, AgreesWithOnePairAfterTheOther) {
    Random random(1, "examples");
    Scratch scratch;
    for (const PairRule& rule : rules()) {
        for (const std::size_t n : {1U, 2U, 7U, 8U, 9U, 16U, 17U, 64U, 131U}) {
            const Example example = random_example(random, n);
            std::vector<double> expected_hessians;
            const auto expected = plain_gradients(example, rule, expected_hessians);
            scratch.clear();
            RankedLanes lanes = rank_lanes(example.query(), example.sides, rule, scratch);
            for (std::size_t a = 0; a < n; ++a) add_row(lanes, a, example.changes[a]);
            std::vector<float> gradients(n);
            std::vector<float> hessians(n);
            write_by_document(lanes, example.query(), rule, 1.0, {}, gradients, hessians);
            double scale = 1e-3;
            for (std::size_t i = 0; i < n; ++i) scale = std::max(scale, std::abs(expected[i]));
            for (std::size_t i = 0; i < n; ++i) {
                ASSERT_NEAR(static_cast<double>(gradients[i]), expected[i], 1e-5 * scale) << n;
                ASSERT_NEAR(static_cast<double>(hessians[i]),
                            expected_hessians[i],
                            1e-5 * scale * rule.sigma)
                    << n;
            }
        }
    }
}

TEST(PairKernel, OfProductsAgreesWithThatOfRows) {
    Random random(2, "examples");
    Scratch scratch;
    for (const PairRule& rule : rules()) {
        for (const std::size_t n : {1U, 5U, 8U, 33U, 110U}) {
            for (const std::size_t reach : {n, std::min<std::size_t>(n, 10)}) {
                const Example example = random_example(random, n);
                std::vector<float> discounts(in_blocks(n), 0.0F);
                for (std::size_t i = 0; i < reach; ++i) {
                    discounts[i] = 1.0F / static_cast<float>(i + 1);
                }
                scratch.clear();
                RankedLanes fused = rank_lanes(example.query(), example.sides, rule, scratch);
                add_product_rows(fused, reach, discounts);
                RankedLanes plain = rank_lanes(example.query(), example.sides, rule, scratch);
                const std::vector<float> sides(plain.sides.begin(), plain.sides.end());
                for (std::size_t a = 0; a < reach; ++a) {
                    std::vector<float> row(in_blocks(n));
                    for (std::size_t b = 0; b < row.size(); ++b) {
                        row[b] = (sides[a] - sides[b]) * (discounts[a] - discounts[b]);
                    }
                    add_row(plain, a, row);
                }
                for (std::size_t i = 0; i < n; ++i) {
                    ASSERT_EQ(fused.gradients[i], plain.gradients[i]);
                    ASSERT_EQ(fused.hessians[i], plain.hessians[i]);
                }
                ASSERT_EQ(fused.force, plain.force);
            }
        }
    }
}

TEST(PairKernel, StaysFiniteForAnyFiniteScores) {
    Scratch scratch;
    for (const PairRule& rule : rules()) {
        Random random(3, "scores");
        Example example = random_example(random, 40);
        for (std::size_t i = 0; i < 40; ++i) {
            example.scores[example.order[i]] = 1e30F * static_cast<float>(20 - static_cast<int>(i));
        }
        RankedLanes lanes = rank_lanes(example.query(), example.sides, rule, scratch);
        for (std::size_t a = 0; a < 40; ++a) add_row(lanes, a, example.changes[a]);
        double sum = 0.0;
        for (std::size_t i = 0; i < 40; ++i) {
            ASSERT_TRUE(std::isfinite(lanes.gradients[i]) && std::isfinite(lanes.hessians[i]));
            sum += static_cast<double>(lanes.gradients[i]);
        }
        EXPECT_NEAR(sum, 0.0, 1e-3);
    }
}

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
__attribute__((target("avx2"))) double rows_with_avx2(const pair_kernel::Arrays& arrays,
                                                      std::size_t reach,
                                                      const PairRule& rule) {
    return pair_kernel::add_rows<true>(arrays, 0, reach, rule.by_distance, rule.cost);
}
__attribute__((target("sse2"))) double rows_with_sse2(const pair_kernel::Arrays& arrays,
                                                      std::size_t reach,
                                                      const PairRule& rule) {
    return pair_kernel::add_rows<true>(arrays, 0, reach, rule.by_distance, rule.cost);
}

TEST(PairKernel, GivesTheSameBitsOnProcessorsWithAndWithoutAvx2) {
    if (__builtin_cpu_supports("avx2") == 0) GTEST_SKIP() << "SKIPPED LOUDLY: no AVX2 here";
    Random random(4, "examples");
    for (const PairRule& rule : rules()) {
        const std::size_t n = 77;
        const Example example = random_example(random, n);
        Scratch scratch;
        const auto run = [&](auto rows) {
            RankedLanes lanes = rank_lanes(example.query(), example.sides, rule, scratch);
            const std::vector<float> discounts = example.changes[0];
            const double force = rows(pair_kernel::Arrays{.end = in_blocks(n),
                                                          .sides = lanes.sides.data(),
                                                          .odds = lanes.odds.data(),
                                                          .scores = lanes.scores.data(),
                                                          .weights = discounts.data(),
                                                          .gradients = lanes.gradients.data(),
                                                          .hessians = lanes.hessians.data(),
                                                          .root_centre = lanes.root_centre},
                                      n,
                                      rule);
            std::vector<double> all(lanes.gradients.begin(), lanes.gradients.end());
            all.insert(all.end(), lanes.hessians.begin(), lanes.hessians.end());
            all.push_back(force);
            return all;
        };
        EXPECT_EQ(run(rows_with_avx2), run(rows_with_sse2));
    }
}
#endif

}  // namespace
}  // namespace gradus
