#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gradus/objectives/objective.hpp"

namespace gradus {

/// Σ over pairs with grade_i > grade_j of e^(s_j − s_i): what RankBoost (Freund, Iyer, Schapire &
/// Singer, JMLR 4, 2003) goes down. Its negative gradients are RankBoost's potentials, but for the
/// sum of all pairs. What a document's pairs add up to ends at e^80, which a float can hold.
class PairExponential final : public Objective {
  public:
    explicit PairExponential(std::string labels = "grade") : labels_(std::move(labels)) {}

    std::string text() const override;
    Traits traits() const override { return {.derivative = true, .convex = true}; }
    std::vector<std::string> label_columns() const override { return {labels_}; }
    std::unique_ptr<const BoundObjective> bind(const Dataset& data,
                                               unsigned threads) const override;

  private:
    std::string labels_;
};

}  // namespace gradus
