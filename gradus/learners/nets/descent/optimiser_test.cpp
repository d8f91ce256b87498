#include "gradus/learners/nets/descent/optimiser.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace gradus::net {
namespace {

TEST(Steps, OfPlainGradientsTakeOffTheDecayTimesTheRate) {
    Steps<double> steps;
    std::vector<double> weights = {2.0, -1.0};
    steps.start(weights.size(), Optimiser::sgd);
    steps.take(Optimiser::sgd, 0.1, 0.5, std::vector<double>{3.0, -4.0}, weights);
    EXPECT_DOUBLE_EQ(weights[0], 2.0 * 0.95 - 0.3);
    EXPECT_DOUBLE_EQ(weights[1], -1.0 * 0.95 + 0.4);
    EXPECT_TRUE(steps.first.empty());
}

/// Kingma & Ba's algorithm 1, written down anew.
TEST(Steps, OfAdamAreThePrintedOnes) {
    const std::vector<double> gradients = {3.0, -0.5, 2.0, 0.0, -7.0};
    Steps<double> steps;
    std::vector<double> weights = {1.0};
    steps.start(1, Optimiser::adam);
    double mean = 0.0;
    double square = 0.0;
    double expected = 1.0;
    for (std::size_t t = 0; t < gradients.size(); ++t) {
        const double g = gradients[t];
        const auto time = static_cast<double>(t + 1);
        mean = 0.9 * mean + 0.1 * g;
        square = 0.999 * square + 0.001 * g * g;
        const double mean_now = mean / (1.0 - std::pow(0.9, time));
        const double square_now = square / (1.0 - std::pow(0.999, time));
        expected = expected * (1.0 - 0.01 * 0.2) - 0.01 * mean_now / std::sqrt(square_now);
        steps.take(Optimiser::adam, 0.01, 0.2, std::vector<double>{g}, weights);
        EXPECT_NEAR(weights[0], expected, 1e-7) << t;
    }
    EXPECT_EQ(steps.taken, gradients.size());
}

}  // namespace
}  // namespace gradus::net
