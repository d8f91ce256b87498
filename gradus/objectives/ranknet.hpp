#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "gradus/base/params.hpp"
#include "gradus/objectives/objective.hpp"

namespace gradus {

struct RankNetParams {
    double sigma = 1.0;
    bool equal_grades = false;
    static constexpr auto fields = std::tuple{
        Field{"sigma", &RankNetParams::sigma, 1e-3, 1e3, "steepness of the cost"},
        Flag{"equal_grades",
             &RankNetParams::equal_grades,
             "draw documents of equal grade together: pairs with target 1/2"},
    };
};

/// Σ over pairs with grade_i > grade_j of log(1 + e^(−κ(s_i − s_j))) (Burges et al., ICML 2005).
/// Pairs of equal grade cost the mean of both directions. A pair counts by the mean weight of its
/// two documents.
class RankNet final : public Objective {
  public:
    explicit RankNet(std::string labels = "grade", RankNetParams params = {})
        : labels_(std::move(labels)), params_(params) {}

    std::string text() const override;
    Traits traits() const override { return {.derivative = true, .convex = true}; }
    std::vector<std::string> label_columns() const override { return {labels_}; }
    std::unique_ptr<const BoundObjective> bind(const Dataset& data,
                                               unsigned threads) const override;

  private:
    std::string labels_;
    RankNetParams params_;
};

}  // namespace gradus
