#include "gradus/measures/additive/exponential_fit.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/measures/abilities/soft_form.hpp"
#include "gradus/measures/additive/discount.hpp"
#include "gradus/measures/additive/generating_function.hpp"

namespace gradus {
namespace {

TEST(ExponentialFit, GivesTheLogarithmicAndTheHarmonicDiscount) {
    for (const DiscountShape shape : {DiscountShape::log, DiscountShape::linear}) {
        for (const std::size_t size : {2U, 70U, 128U, 1000U, 4096U}) {
            const Discount discount(shape);
            const ExponentialSum sum = discount.exponentials(size);
            double worst = 0.0;
            for (std::size_t position = 0; position < size; ++position) {
                worst = std::max(worst, std::abs(sum.at(position) - discount.at(position)));
            }
            EXPECT_LT(worst, 1e-11) << size;
        }
    }
}

TEST(ExponentialFit, HasTheSameBitsEveryTime) {
    const Discount discount(DiscountShape::log);
    EXPECT_EQ(discount.exponentials(100).weights, discount.exponentials(100).weights);
}

// For one exponential both ways are exact; small rates, sure wins and sure losses included.
// Chances of 0 and 1 among them, and documents that keep nothing of the list below them.
TEST(GeneratingFunction, EqualsTheAdjointRecursion) {
    Random random(21, "chances");
    Scratch scratch;
    for (const std::size_t n : {1U, 5U, 40U, 150U, 500U}) {
        for (const Discount discount : {Discount(DiscountShape::geometric, 0.5),
                                        Discount(DiscountShape::geometric, 0.95),
                                        Discount(DiscountShape::linear),
                                        Discount(DiscountShape::log)}) {
            const double tolerance = discount.is_geometric() ? 1e-14 : 1e-11;
            std::vector<double> weights(n + 1);
            for (std::size_t r = 0; r <= n; ++r) weights[r] = discount.at(r);
            std::vector<double> beaten(n);
            std::vector<double> keep(n);
            for (double& chance : beaten) {
                chance =
                    random.chance(0.2) ? static_cast<double>(random.below(2)) : random.uniform();
            }
            for (double& share : keep)
                share = random.chance(0.05) ? 0.0 : 1.0 - 0.1 * random.uniform();
            for (const std::span<const double> kept :
                 {std::span<const double>(), std::span<const double>(keep)}) {
                std::vector<double> fast(n);
                std::vector<double> slow(n);
                scratch.clear();
                const double expected = rank_functional(beaten, kept, weights, slow, scratch);
                EXPECT_NEAR(
                    rank_functional(beaten, kept, discount.exponentials(n + 1), fast, scratch),
                    expected,
                    tolerance);
                for (std::size_t i = 0; i < n; ++i)
                    EXPECT_NEAR(fast[i], slow[i], tolerance) << i << " of " << n;
            }
        }
    }
}

}  // namespace
}  // namespace gradus
