#pragma once

#include <memory>
#include <string>
#include <utility>

#include "gradus/learners/svm/problem/risk_plan.hpp"
#include "gradus/objectives/objective.hpp"

namespace gradus::svm {

/// What C is multiplied by.
enum class RiskForm : unsigned char {
    mean,  ///< the mean over the queries that ask something
    sum    ///< the sum over all queries; epsilon is a share of what it is without a model
};

/// The risk is a convex objective, never below 0.
class ObjectivePlan final : public RiskPlan {
  public:
    ObjectivePlan(std::unique_ptr<const Objective> objective, RiskForm form)
        : objective_(std::move(objective)), form_(form) {}

    std::unique_ptr<PlannedRisk> bind(const Dataset& data,
                                      const FeatureMap& features,
                                      unsigned threads) const override;
    std::string text() const override { return objective_->text(); }

  private:
    std::unique_ptr<const Objective> objective_;
    RiskForm form_;
};

}  // namespace gradus::svm
