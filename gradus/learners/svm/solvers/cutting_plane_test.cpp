#include "gradus/learners/svm/solvers/cutting_plane.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"

namespace gradus::svm {
namespace {

Plane random_plane(Random& random, std::size_t dimensions, std::size_t block) {
    Plane plane{.normal = {}, .offset = random.normal(), .block = block};
    for (std::size_t k = 0; k < dimensions; ++k) plane.normal.push_back(random.normal());
    return plane;
}

/// ½|w|² + Σ_blocks cap·max(0, …), from the planes themselves.
double problem_at(const std::vector<Plane>& planes,
                  std::size_t blocks,
                  double cap,
                  std::span<const double> weights) {
    double value = 0.5 * dot(weights, weights);
    for (std::size_t block = 0; block < blocks; ++block) {
        double most = 0.0;
        for (const Plane& plane : planes)
            if (plane.block == block)
                most = std::max(most, plane.offset - dot(plane.normal, weights));
        value += cap * most;
    }
    return value;
}

// The dual is never above the problem; where they meet, both are at their optimum.
TEST(RestrictedDual, MeetsTheProblem) {
    Random random(51, "planes");
    for (int trial = 0; trial < 200; ++trial) {
        const std::size_t dimensions = 1 + random.below(6);
        const std::size_t blocks = 1 + random.below(4);
        const double cap = std::pow(10.0, 4.0 * random.uniform() - 2.0);
        RestrictedDual dual(dimensions, blocks);
        std::vector<Plane> planes;
        const std::size_t count = 1 + random.below(25);
        for (std::size_t c = 0; c < count; ++c) {
            // Some twice: directions without Hessian.
            planes.push_back(c > 0 && random.chance(0.2)
                                 ? planes.back()
                                 : random_plane(random, dimensions, random.below(blocks)));
            dual.add(planes.back());
            if (random.chance(0.5)) dual.solve(cap, 1e-3);  // warm starts
        }
        dual.solve(cap, 1e-11);
        const double problem = problem_at(planes, blocks, cap, dual.weights());
        ASSERT_NEAR(problem, dual.value(), 1e-9 * (1.0 + problem)) << trial;
        ASSERT_LE(dual.value(), problem + 1e-10 * (1.0 + problem));
        const double other_cap = 0.3 * cap;
        dual.solve(other_cap, 1e-11);
        const double smaller = problem_at(planes, blocks, other_cap, dual.weights());
        ASSERT_NEAR(smaller, dual.value(), 1e-9 * (1.0 + smaller)) << trial;
    }
}

TEST(RestrictedDual, DropsPlanesThatHoldNothing) {
    RestrictedDual dual(1, 1);
    dual.add({.normal = {1.0}, .offset = 1.0});
    dual.add({.normal = {1.0}, .offset = -5.0});
    for (int solution = 0; solution < 3; ++solution) dual.solve(2.0, 1e-12);
    dual.drop_idle(4);
    EXPECT_EQ(dual.planes(), 2U);
    dual.drop_idle(3);
    EXPECT_EQ(dual.planes(), 1U);
    dual.solve(2.0, 1e-12);
    EXPECT_NEAR(dual.weights()[0], 1.0, 1e-12);  // ½w² + 2·max(0, 1 − w)
    EXPECT_NEAR(dual.slack(0), 0.0, 1e-12);
}

/// The mean over some functions |w − centre|, the length of a vector.
class Distances final : public Risk {
  public:
    explicit Distances(std::vector<std::vector<double>> centres) : centres_(std::move(centres)) {}
    std::size_t dimensions() const override { return centres_.front().size(); }
    double at(std::span<const double> weights, std::span<double> gradient) override {
        std::ranges::fill(gradient, 0.0);
        double sum = 0.0;
        for (const std::vector<double>& centre : centres_) {
            double squares = 0.0;
            for (std::size_t k = 0; k < weights.size(); ++k)
                squares += (weights[k] - centre[k]) * (weights[k] - centre[k]);
            const double length = std::sqrt(squares);
            sum += length;
            for (std::size_t k = 0; k < weights.size() && length > 0.0; ++k)
                gradient[k] += (weights[k] - centre[k]) / length / static_cast<double>(count());
        }
        return sum / static_cast<double>(count());
    }

  private:
    std::size_t count() const { return centres_.size(); }
    std::vector<std::vector<double>> centres_;
};

TEST(CuttingPlane, EndsWithTheGapItPromises) {
    Random random(52, "centres");
    for (int trial = 0; trial < 20; ++trial) {
        std::vector<std::vector<double>> centres(5, std::vector<double>(3));
        for (auto& centre : centres)
            for (double& x : centre) x = random.normal();
        Distances risk(centres);
        CuttingPlane solver(risk);
        for (const double cost : {0.1, 1.0, 30.0}) {
            std::size_t rounds = 0;
            double bound = 0.0;
            const auto weights =
                solver.solve({.cost = cost, .epsilon = 1e-4}, [&](const CuttingPlaneState& state) {
                    EXPECT_EQ(state.rounds, ++rounds);
                    EXPECT_GE(state.bound, bound);
                    bound = state.bound;
                });
            ASSERT_LE(solver.state().gap(), cost * 1e-4);
            std::vector<double> gradient(3);
            const double objective =
                0.5 * dot(weights, weights) + cost * risk.at(weights, gradient);
            EXPECT_NEAR(objective, solver.state().objective, 1e-12 * (1.0 + objective));
            // No point nearby is better than the bound says.
            for (int other = 0; other < 200; ++other) {
                std::vector<double> moved(weights.begin(), weights.end());
                for (double& x : moved) x += 0.1 * random.normal();
                EXPECT_GE(0.5 * dot(moved, moved) + cost * risk.at(moved, gradient),
                          solver.state().bound);
            }
        }
    }
}

TEST(CuttingPlane, GoesOnFromASnapshotToTheSameBits) {
    Random random(53, "centres");
    std::vector<std::vector<double>> centres(40, std::vector<double>(6));
    for (auto& centre : centres)
        for (double& x : centre) x = 5.0 * random.normal();
    Distances risk(centres);
    const CuttingPlaneOptions options{.cost = 100.0, .epsilon = 1e-7, .idle_rounds = 3};
    CuttingPlane whole(risk);
    std::vector<CuttingPlane::Snapshot> snapshots;
    const auto solved = whole.solve(
        options, [&](const CuttingPlaneState&) { snapshots.push_back(whole.snapshot()); });
    const std::vector<double> weights(solved.begin(), solved.end());
    ASSERT_GT(snapshots.size(), 5U);
    ASSERT_GT(whole.state().touches, whole.state().rounds);  // it looked between two places
    for (const CuttingPlane::Snapshot& snapshot : snapshots) {
        CuttingPlane other(risk);
        other.restore(snapshot);
        const auto again = other.solve(options);
        EXPECT_EQ(std::vector<double>(again.begin(), again.end()), weights);
        EXPECT_EQ(other.state().touches, whole.state().touches);
        EXPECT_EQ(other.state().bound, whole.state().bound);
    }
}

}  // namespace
}  // namespace gradus::svm
