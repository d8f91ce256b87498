#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/objectives/lambda.hpp"

/// What the gradients of a lambda objective must be, and the ways to ask for them.
namespace gradus::testing {

constexpr float missing_grade = std::numeric_limits<float>::quiet_NaN();

struct Gradients {
    double value = 0.0;
    std::vector<double> gradients;
    std::vector<double> hessians;
};

inline std::vector<std::uint32_t> order_of(const std::vector<float>& scores) {
    std::vector<std::uint32_t> order;
    rank_by_score(scores, order);
    return order;
}

inline Gradients exact(const BoundObjective& objective,
                       std::size_t query,
                       const std::vector<float>& scores,
                       Scratch& scratch) {
    const std::vector<double> in_double(scores.begin(), scores.end());
    Gradients result{0.0,
                     std::vector<double>(scores.size(), 7.0),  // to be overwritten
                     std::vector<double>(scores.size(), 7.0)};
    result.value = objective.evaluate(
        {query, in_double, order_of(scores)}, scratch, result.gradients, result.hessians);
    return result;
}

inline Gradients in_float(const BoundObjective& objective,
                          std::size_t query,
                          const std::vector<float>& scores,
                          Scratch& scratch) {
    std::vector<float> gradients(scores.size(), 7.0F);
    std::vector<float> hessians(scores.size(), 7.0F);
    objective.evaluate_float({query, scores, order_of(scores)}, scratch, gradients, hessians);
    return {0.0, {gradients.begin(), gradients.end()}, {hessians.begin(), hessians.end()}};
}

/// The sum over all pairs, each really swapped and scored again. Nothing of the library but the
/// measure's value.
inline Gradients brute_force(const Measure& measure,
                             const std::vector<float>& grades,
                             const std::vector<float>& scores,
                             double highest,
                             const PairRule& rule,
                             const std::function<bool(std::size_t, std::size_t)>& admitted) {
    const std::size_t n = grades.size();
    const auto order = order_of(scores);
    std::vector<double> ranked(n);
    std::vector<unsigned char> judged(n);
    std::vector<double> ideal;
    for (std::size_t i = 0; i < n; ++i) {
        judged[i] = std::isnan(grades[order[i]]) ? 0 : 1;
        ranked[i] = judged[i] != 0 ? static_cast<double>(grades[order[i]]) : 0.0;
        if (judged[i] != 0) ideal.push_back(ranked[i]);
    }
    std::ranges::sort(ideal, std::greater());
    const auto value = [&] { return measure.score({ranked, ideal, highest, judged}); };
    Gradients result{0.0, std::vector<double>(n), std::vector<double>(n)};
    const double before = value();
    if (std::isnan(before)) return result;
    for (std::size_t a = 0; a < n; ++a) {
        for (std::size_t b = a + 1; b < n; ++b) {
            std::size_t high = order[a];
            std::size_t low = order[b];
            if (grades[low] > grades[high]) std::swap(high, low);
            if (!(grades[high] > grades[low]) || !admitted(high, low)) continue;
            std::swap(ranked[a], ranked[b]);
            std::swap(judged[a], judged[b]);
            const double change = std::abs(value() - before);
            std::swap(ranked[a], ranked[b]);
            std::swap(judged[a], judged[b]);
            const double x =
                rule.sigma * (static_cast<double>(scores[high]) - static_cast<double>(scores[low]));
            const double wrong = 1.0 / (1.0 + std::exp(x));
            double force = rule.sigma * wrong;
            double hessian = rule.sigma * rule.sigma * wrong * (1.0 - wrong);
            if (rule.cost == PairCost::sigmoid) {
                const double shifted = 1.0 / (1.0 + std::exp(x + rule.sigma * rule.centre));
                force = rule.sigma * shifted * (1.0 - shifted);
                hessian = 0.0;
            }
            result.gradients[high] -= change * force;
            result.gradients[low] += change * force;
            result.hessians[high] += change * hessian;
            result.hessians[low] += change * hessian;
        }
    }
    return result;
}

inline bool every_pair(std::size_t /*high*/, std::size_t /*low*/) {
    return true;
}

inline double largest(const std::vector<double>& values) {
    double most = 0.0;
    for (const double value : values) most = std::max(most, std::abs(value));
    return most;
}

inline void expect_close(const std::vector<double>& got,
                         const std::vector<double>& expected,
                         double tolerance,
                         const std::string& what) {
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
        ASSERT_NEAR(got[i], expected[i], tolerance) << what << ", document " << i;
    }
}
/// Grades from 0 to 4 of some documents, standard normal scores of all.
inline void draw(Random& random,
                 std::size_t n,
                 bool with_missing,
                 std::vector<float>& grades,
                 std::vector<float>& scores) {
    grades.clear();
    scores.clear();
    for (std::size_t i = 0; i < n; ++i) {
        const bool lost = with_missing && random.chance(0.2);
        grades.push_back(lost ? missing_grade : static_cast<float>(random.below(5)));
        scores.push_back(static_cast<float>(random.normal()));
    }
}
}  // namespace gradus::testing
