#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "gradus/learners/svm/solvers/cutting_plane.hpp"

namespace gradus::svm {

/// Several convex functions that are never below 0: the hinge of each query.
class SplitRisk {
  public:
    SplitRisk() = default;
    SplitRisk(const SplitRisk&) = delete;
    SplitRisk& operator=(const SplitRisk&) = delete;
    SplitRisk(SplitRisk&&) = delete;
    SplitRisk& operator=(SplitRisk&&) = delete;
    virtual ~SplitRisk() = default;

    virtual std::size_t dimensions() const = 0;
    virtual std::size_t size() const = 0;
    /// The value of one at w, and a gradient there.
    virtual double at(std::size_t part,
                      std::span<const double> weights,
                      std::span<double> gradient) = 0;
};

/// min ½|w|² + C/n Σ risk_i(w) with a slack and planes of its own for each of the n functions:
/// Algorithm 1 of Yue, Finley, Radlinski & Joachims (SIGIR 2007). Each is visited in turn and gets
/// a plane where its value is above its slack by more than epsilon, until none is; then the
/// objective is at most C·epsilon above the bound. Slower than CuttingPlane, which is held against
/// it.
class NSlack {
  public:
    explicit NSlack(SplitRisk& risk);

    std::span<const double> solve(const CuttingPlaneOptions& options,
                                  const std::function<void(const CuttingPlaneState&)>& watch = {});
    /// Rounds are passes over all functions; no plane is dropped.
    const CuttingPlaneState& state() const { return state_; }

  private:
    SplitRisk& risk_;
    RestrictedDual dual_;
    CuttingPlaneState state_;
};

}  // namespace gradus::svm
