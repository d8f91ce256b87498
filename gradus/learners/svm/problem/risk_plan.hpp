#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gradus/data/dataset.hpp"
#include "gradus/learners/svm/problem/feature_map.hpp"
#include "gradus/learners/svm/solvers/cutting_plane.hpp"

namespace gradus::svm {

/// What another way than cutting planes came to.
struct DirectSolution {
    std::vector<double> weights;
    std::optional<double> bound = {};  ///< what no w is below, where that is known
    std::string note = {};             ///< what the user should know; "" = nothing
};

/// Another way than cutting planes to the least of ½|w|² + C·risk(w).
class DirectSolver {
  public:
    DirectSolver() = default;
    DirectSolver(const DirectSolver&) = delete;
    DirectSolver& operator=(const DirectSolver&) = delete;
    DirectSolver(DirectSolver&&) = delete;
    DirectSolver& operator=(DirectSolver&&) = delete;
    virtual ~DirectSolver() = default;

    /// To within C·unit·epsilon, as far as it can tell.
    virtual DirectSolution solve(double cost, double epsilon) = 0;
};

/// A risk of some data: a share of what C is multiplied by, its unit.
class PlannedRisk : public Risk {
  public:
    virtual double unit() const = 0;
    /// Why nothing can be learned; "" = it can.
    virtual std::string objection() const { return {}; }
    /// Null where cutting planes are to be used.
    virtual DirectSolver* direct() { return nullptr; }
};

/// What a learner wants the risk to be, before there is data.
class RiskPlan {
  public:
    RiskPlan() = default;
    RiskPlan(const RiskPlan&) = delete;
    RiskPlan& operator=(const RiskPlan&) = delete;
    RiskPlan(RiskPlan&&) = delete;
    RiskPlan& operator=(RiskPlan&&) = delete;
    virtual ~RiskPlan() = default;

    /// Plan, data and features must outlive it.
    virtual std::unique_ptr<PlannedRisk> bind(const Dataset& data,
                                              const FeatureMap& features,
                                              unsigned threads) const = 0;
    /// Names the plan in checkpoints, where another one is refused.
    virtual std::string text() const = 0;
};

}  // namespace gradus::svm
