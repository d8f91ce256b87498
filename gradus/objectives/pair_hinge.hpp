#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gradus/base/params.hpp"
#include "gradus/objectives/objective.hpp"

namespace gradus {

struct PairHingeParams {
    bool squared = false;
    static constexpr auto fields = std::tuple{
        Flag{"squared", &PairHingeParams::squared, "the square of each pair's hinge"},
    };
};

/// Σ over pairs with grade_i > grade_j of max(0, 1 − (s_i − s_j)), or of its square: what RankSVM
/// (Herbrich, Graepel & Obermayer 2000; Joachims, KDD 2002) minimises besides its weights. A pair
/// counts by the mean weight of its two documents.
class PairHinge final : public Objective {
  public:
    explicit PairHinge(std::string labels = "grade", PairHingeParams params = {})
        : labels_(std::move(labels)), params_(params) {}

    std::string text() const override;
    /// The plain hinge has no Hessian, and at its kinks one of its gradients.
    Traits traits() const override {
        return {.derivative = true, .convex = true, .hessian = params_.squared};
    }
    std::vector<std::string> label_columns() const override { return {labels_}; }
    std::unique_ptr<const BoundObjective> bind(const Dataset& data,
                                               unsigned threads) const override;

  private:
    std::string labels_;
    PairHingeParams params_;
};

}  // namespace gradus
