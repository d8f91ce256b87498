#include "gradus/learners/svm/accuracy/accuracy_hinge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"

namespace gradus::svm {
namespace {

double hinges(const std::vector<double>& scores, const AccuracyDocuments& documents, double b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
        const double y = documents.is_relevant[i] != 0 ? 1.0 : -1.0;
        sum += documents.costs[i] * std::max(0.0, 1.0 - y * (scores[i] + b));
    }
    return sum;
}

/// The sum is convex and piecewise linear in b: it is least at a kink.
double least_over_kinks(const std::vector<double>& scores, const AccuracyDocuments& documents) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < scores.size(); ++i)
        least = std::min(
            least,
            hinges(scores, documents, (documents.is_relevant[i] != 0 ? 1.0 : -1.0) - scores[i]));
    return least;
}

AccuracyDocuments random_documents(Random& random, std::size_t size) {
    const double share = random.chance(0.1) ? 0.0 : random.chance(0.1) ? 1.0 : random.uniform();
    AccuracyDocuments documents;
    const bool with_costs = random.chance(0.5);
    for (std::size_t i = 0; i < size; ++i) {
        documents.is_relevant.push_back(random.chance(share) ? 1 : 0);
        documents.costs.push_back(with_costs ? 3.0 * random.uniform() : 1.0);
    }
    return documents;
}

std::vector<double> random_scores(Random& random, std::size_t size, bool coarse) {
    std::vector<double> scores;
    for (std::size_t i = 0; i < size; ++i)
        scores.push_back(coarse ? static_cast<double>(random.below(5)) - 2.0
                                : 2.0 * random.normal());
    return scores;
}

TEST(AccuracyHinge, IsTheLeastOverAllB) {
    Random random(71, "documents");
    for (int trial = 0; trial < 500; ++trial) {
        const std::size_t size = 1 + random.below(20);
        const AccuracyDocuments documents = random_documents(random, size);
        const std::vector<double> scores = random_scores(random, size, random.chance(0.5));
        std::vector<double> gradients(size);
        const AccuracyHinge hinge = hinge_at_best_bias(scores, documents, gradients);
        ASSERT_NEAR(hinge.value, least_over_kinks(scores, documents), 1e-12) << trial;
        ASSERT_NEAR(hinge.value, hinges(scores, documents, hinge.bias), 1e-12) << trial;
    }
}

// f(s') >= f(s) + gradients·(s' − s) everywhere, f the least over b: what a cutting plane rests on.
// It holds only where the gradients sum to 0, as a change of all scores by the same changes
// nothing.
TEST(AccuracyHinge, HasGradientsThatBoundItFromBelow) {
    Random random(72, "documents");
    for (int trial = 0; trial < 500; ++trial) {
        const std::size_t size = 1 + random.below(12);
        const AccuracyDocuments documents = random_documents(random, size);
        const std::vector<double> scores = random_scores(random, size, random.chance(0.5));
        std::vector<double> gradients(size);
        const double value = hinge_at_best_bias(scores, documents, gradients).value;
        double sum = 0.0;
        for (const double gradient : gradients) sum += gradient;
        ASSERT_NEAR(sum, 0.0, 1e-12) << trial;
        for (int other = 0; other < 20; ++other) {
            const std::vector<double> moved = random_scores(random, size, random.chance(0.5));
            double bound = value;
            for (std::size_t i = 0; i < size; ++i) bound += gradients[i] * (moved[i] - scores[i]);
            ASSERT_GE(least_over_kinks(moved, documents), bound - 1e-12) << trial;
        }
    }
}

TEST(AccuracyHinge, IsNothingWhereThereIsOneClass) {
    const std::vector<double> scores = {3.0, -2.0, 0.5};
    std::vector<double> gradients(3);
    for (const float grade : {0.0F, 1.0F}) {
        const AccuracyDocuments documents =
            accuracy_documents(std::vector<float>(3, grade), {}, 1.0, true);
        EXPECT_FALSE(documents.has_two_classes());
        EXPECT_EQ(hinge_at_best_bias(scores, documents, gradients).value, 0.0);
        EXPECT_EQ(gradients, std::vector<double>(3, 0.0));
    }
}

TEST(AccuracyDocuments, AreRelevantFromTheThresholdOn) {
    const float missing = std::numeric_limits<float>::quiet_NaN();
    const std::vector<float> grades = {0.0F, 2.0F, 1.0F, missing, 0.5F};
    const AccuracyDocuments plain = accuracy_documents(grades, {}, 1.0, false);
    EXPECT_EQ(plain.is_relevant, (std::vector<unsigned char>{0, 1, 1, 0, 0}));
    EXPECT_EQ(plain.costs, (std::vector<double>{1, 1, 1, 1, 1}));
    const AccuracyDocuments balanced = accuracy_documents(grades, {}, 2.0, true);
    EXPECT_EQ(balanced.is_relevant, (std::vector<unsigned char>{0, 1, 0, 0, 0}));
    EXPECT_EQ(balanced.costs, (std::vector<double>{1, 4, 1, 1, 1}));
    const std::vector<float> weights = {2.0F, 0.5F, 0.0F, 1.0F, 1.0F};
    EXPECT_EQ(accuracy_documents(grades, weights, 2.0, true).costs,
              (std::vector<double>{2, 2, 0, 1, 1}));
}

}  // namespace
}  // namespace gradus::svm
