#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/learners/svm/problem/objective_risk.hpp"
#include "gradus/measures/measure.hpp"
#include "gradus/objectives/structural.hpp"
#include "gradus/rank/ranking.hpp"

namespace gradus::svm {
namespace {

/// Small enough to write down every ranking.
Dataset small_data(Random& random) {
    constexpr std::size_t features = 3;
    Dataset data;
    std::vector<float> grades;
    data.query_begins.push_back(0);
    for (std::size_t query = 0; query < 4; ++query) {
        const std::size_t size = 2 + random.below(4);
        for (std::size_t i = 0; i < size; ++i)
            grades.push_back(i == 0 ? 1.0F : i == 1 ? 0.0F : random.chance(0.5) ? 1.0F : 0.0F);
        data.query_begins.push_back(grades.size());
        data.query_ids.push_back(std::to_string(query + 1));
    }
    data.features = FeatureMatrix(grades.size(), features);
    for (std::size_t i = 0; i < grades.size(); ++i)
        for (float& x : data.features.mutable_row(i))
            x = static_cast<float>(random.normal() + 0.3 * static_cast<double>(grades[i]));
    data.labels.push_back({"grade", std::move(grades)});
    return data;
}

/// The plane of one ranking: loss − w·(Ψ(best) − Ψ(ranking)), from the definition of Ψ.
Plane plane_of(const Dataset& data,
               std::size_t query,
               const Measure& measure,
               const std::vector<std::uint32_t>& order) {
    const std::size_t first = data.query_begins[query];
    const std::size_t size = data.query_size(query);
    std::vector<double> grades(size);
    std::vector<std::size_t> ranks(size);
    for (std::size_t r = 0; r < size; ++r) {
        grades[r] = static_cast<double>(data.grades()[first + order[r]]);
        ranks[order[r]] = r;
    }
    std::vector<double> ideal = grades;
    std::ranges::sort(ideal, std::greater());
    Plane plane{.normal = std::vector<double>(data.features.columns()), .block = query};
    plane.offset = 1.0 - measure.score({.grades = grades, .ideal = ideal, .highest = 1.0});
    double pairs = 0.0;
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j < size; ++j) {
            if (data.grades()[first + i] <= data.grades()[first + j]) continue;
            pairs += 1.0;
            if (ranks[i] < ranks[j]) continue;  // y = 1 in both rankings
            for (std::size_t k = 0; k < plane.normal.size(); ++k)
                plane.normal[k] += 2.0 * (static_cast<double>(data.features.row(first + i)[k]) -
                                          static_cast<double>(data.features.row(first + j)[k]));
        }
    }
    double weight = 1.0;  // of the query: the mean of its documents
    if (!data.weights.empty()) {
        weight = 0.0;
        for (std::size_t i = 0; i < size; ++i)
            weight += static_cast<double>(data.weights[first + i]) / static_cast<double>(size);
    }
    plane.offset *= weight;
    for (double& each : plane.normal) each *= weight / pairs;
    return plane;
}

/// The problem with every ranking of every query written down.
RestrictedDual with_every_ranking(const Dataset& data, const Measure& measure, double cost) {
    RestrictedDual dual(data.features.columns(), data.queries());
    for (std::size_t query = 0; query < data.queries(); ++query) {
        std::vector<std::uint32_t> order(data.query_size(query));
        std::iota(order.begin(), order.end(), 0U);
        do dual.add(plane_of(data, query, measure, order));
        while (std::ranges::next_permutation(order).found);
    }
    dual.solve(cost / static_cast<double>(data.queries()), 1e-11);
    return dual;
}

std::vector<FeatureScale> unscaled(const Dataset& data) {
    return std::vector<FeatureScale>(data.features.columns(),
                                     FeatureScale{.mean = 0.0, .spread = 1.0});
}

double mean_loss(const Dataset& data, const Measure& measure, std::span<const double> scores) {
    double sum = 0.0;
    for (std::size_t query = 0; query < data.queries(); ++query) {
        const std::size_t first = data.query_begins[query];
        std::vector<std::uint32_t> order(data.query_size(query));
        rank_by_score(scores.subspan(first, order.size()), order);
        std::vector<double> grades;
        for (const std::uint32_t i : order)
            grades.push_back(static_cast<double>(data.grades()[first + i]));
        std::vector<double> ideal = grades;
        std::ranges::sort(ideal, std::greater());
        sum += 1.0 - measure.score({.grades = grades, .ideal = ideal, .highest = 1.0});
    }
    return sum / static_cast<double>(data.queries());
}

/// Theorem 1: at most max(2n·D/ε, 8C·D·R²/ε²) constraints, D the largest loss, here 1, R the
/// largest |δΨ|.
double most_constraints(const Dataset& data, const Measure& measure, double cost, double epsilon) {
    double squares = 0.0;
    for (std::size_t query = 0; query < data.queries(); ++query) {
        std::vector<std::uint32_t> order(data.query_size(query));
        std::iota(order.begin(), order.end(), 0U);
        do {
            const Plane plane = plane_of(data, query, measure, order);
            squares = std::max(squares, dot(plane.normal, plane.normal));
        } while (std::ranges::next_permutation(order).found);
    }
    const auto n = static_cast<double>(data.queries());
    return std::max(2.0 * n / epsilon, 8.0 * cost * squares / (epsilon * epsilon));
}

TEST(StructuralSvm, FindsTheOptimumOverAllRankings) {
    Random random(61, "data");
    for (const std::string name : {"AP", "AUC"}) {
        for (int trial = 0; trial < 12; ++trial) {
            const Dataset data = small_data(random);
            const auto measure = make_measure(name);
            const double cost = std::pow(10.0, 3.0 * random.uniform() - 1.0);
            const double expected = with_every_ranking(data, *measure, cost).value();
            const Structural objective(named_measure(name));
            const auto bound = objective.bind(data, 1);
            const DenseFeatures features(data, unscaled(data), 1);
            ObjectiveRisk risk(
                data, *bound, features, 1.0 / static_cast<double>(data.queries()), 2);
            CuttingPlane one(risk);
            const auto weights = one.solve({.cost = cost, .epsilon = 1e-8});
            ASSERT_NEAR(one.state().objective, expected, 1e-7 * (1.0 + expected)) << name << trial;
            ASSERT_NEAR(one.state().bound, expected, 1e-7 * (1.0 + expected)) << name << trial;
            EXPECT_LE(one.state().gap(), cost * 1e-8);
            // The hinge is an upper bound of the loss (proposition 1 of the paper).
            std::vector<double> scores(data.documents());
            features.score(weights, 0, scores);
            EXPECT_GE(one.state().risk, mean_loss(data, *measure, scores) - 1e-12);
        }
    }
}

/// Otherwise no cutting plane would bound the risk, and no gap would be certain.
TEST(StructuralSvm, FindsTheOptimumWhereWeightsDifferWithinAQuery) {
    Random random(65, "data");
    for (const std::string name : {"AP", "AUC"}) {
        for (int trial = 0; trial < 12; ++trial) {
            Dataset data = small_data(random);
            for (std::size_t i = 0; i < data.documents(); ++i)
                data.weights.push_back(static_cast<float>(4.0 * random.uniform()));
            const double cost = std::pow(10.0, 3.0 * random.uniform() - 1.0);
            const double expected = with_every_ranking(data, *make_measure(name), cost).value();
            const Structural objective(named_measure(name));
            const auto bound = objective.bind(data, 1);
            const DenseFeatures features(data, unscaled(data), 1);
            ObjectiveRisk risk(
                data, *bound, features, 1.0 / static_cast<double>(data.queries()), 2);
            CuttingPlane solver(risk);
            solver.solve({.cost = cost, .epsilon = 1e-8});
            ASSERT_NEAR(solver.state().objective, expected, 1e-7 * (1.0 + expected)) << trial;
            ASSERT_NEAR(solver.state().bound, expected, 1e-7 * (1.0 + expected)) << trial;
        }
    }
}

TEST(StructuralSvm, WithASlackForEachQueryDoesSoWithinTheConstraintsOfTheTheorem) {
    Random random(62, "data");
    for (const std::string name : {"AP", "AUC"}) {
        for (int trial = 0; trial < 12; ++trial) {
            const Dataset data = small_data(random);
            const auto measure = make_measure(name);
            const double cost = std::pow(10.0, 3.0 * random.uniform() - 1.0);
            const double epsilon = trial % 2 == 0 ? 1e-6 : 1e-2;
            const double expected = with_every_ranking(data, *measure, cost).value();
            const Structural objective(named_measure(name));
            const auto bound = objective.bind(data, 1);
            const DenseFeatures features(data, unscaled(data), 1);
            QueryRisks each(data, *bound, features);
            NSlack many(each);
            const auto weights = many.solve({.cost = cost, .epsilon = epsilon});
            EXPECT_LE(many.state().gap(), cost * 1.1 * epsilon);
            EXPECT_NEAR(many.state().objective, expected, cost * 1.1 * epsilon) << name << trial;
            EXPECT_LE(static_cast<double>(many.state().planes),
                      most_constraints(data, *measure, cost, epsilon));
            std::vector<double> scores(data.documents());
            features.score(weights, 0, scores);
            EXPECT_GE(many.state().risk, mean_loss(data, *measure, scores) - 1e-12);
        }
    }
}

}  // namespace
}  // namespace gradus::svm
