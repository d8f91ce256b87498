#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gradus/measures/named_measure.hpp"
#include "gradus/objectives/objective.hpp"

namespace gradus {

/// The structural hinge of a measure (Yue, Finley, Radlinski & Joachims, SIGIR 2007): how much the
/// most violated ranking is preferred to the best one. Convex, never below 1 − the measure.
/// Documents without a grade are left out.
class Structural final : public Objective {
  public:
    /// Error where the measure cannot find its most violated ranking.
    explicit Structural(NamedMeasure target);

    std::string text() const override;
    /// At its kinks one of its gradients.
    Traits traits() const override {
        return {.derivative = true, .convex = true, .hessian = false};
    }
    std::vector<std::string> label_columns() const override { return {target_.labels}; }
    std::unique_ptr<const BoundObjective> bind(const Dataset& data,
                                               unsigned threads) const override;

  private:
    NamedMeasure target_;
};

}  // namespace gradus
