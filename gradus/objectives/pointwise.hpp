#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gradus/objectives/objective.hpp"

namespace gradus {

/// ½ Σ (score − grade)², times the document's weight: regression on the grade, which knows of no
/// ranking. Documents without a grade count nothing.
class Pointwise final : public Objective {
  public:
    explicit Pointwise(std::string labels = "grade") : labels_(std::move(labels)) {}

    std::string text() const override;
    Traits traits() const override { return {.derivative = true, .convex = true}; }
    std::vector<std::string> label_columns() const override { return {labels_}; }
    std::unique_ptr<const BoundObjective> bind(const Dataset& data,
                                               unsigned threads) const override;

  private:
    std::string labels_;
};

}  // namespace gradus
