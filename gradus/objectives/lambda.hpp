#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "gradus/base/params.hpp"
#include "gradus/measures/named_measure.hpp"
#include "gradus/objectives/objective.hpp"
#include "gradus/objectives/pairs/pair_cost.hpp"
#include "gradus/objectives/pairs/query_scale.hpp"
#include "gradus/objectives/pairs/tiers.hpp"

namespace gradus {

struct LambdaParams {
    PairCost cost = PairCost::logistic;
    double sigma = 1.0;
    double centre = 0.0;
    int truncation = 0;
    QueryScale normalise = QueryScale::none;
    static constexpr auto fields = std::tuple{
        Choice{"cost",
               &LambdaParams::cost,
               "logistic|sigmoid|literal",
               "of a pair; sigmoid gives up on pairs that are far apart; literal: as printed in "
               "Svore et al. 2011, of tiers from the second on"},
        Field{"sigma", &LambdaParams::sigma, 1e-3, 1e3, "steepness of the cost"},
        Field{
            "centre", &LambdaParams::centre, -40, 40, "sigmoid: most force at s_i = s_j - centre"},
        Field{"truncation",
              &LambdaParams::truncation,
              0,
              1'000'000'000,
              "leave out pairs with both ranks beyond this; 0 = as the measure's cutoff says"},
        Choice{"normalise",
               &LambdaParams::normalise,
               "none|lightgbm|deviation",
               "what a query's gradients are divided by"},
    };
};

/// LambdaRank for any measure (Burges, Ragno & Le, NIPS 2006): each pair of unequal grades has its
/// cost times |Δ|, what the measure would change if the two traded places. A pair is oriented by
/// grade. Where the data has weights, a document's gradient and Hessian are multiplied by its own,
/// as LightGBM does: equal ones weigh the query.
class Lambda final : public Objective {
  public:
    /// Error where sigma · centre is beyond ±40.
    explicit Lambda(NamedMeasure target, LambdaParams params = {}, TierRule tier = {});

    std::string text() const override;
    Traits traits() const override;
    std::vector<std::string> label_columns() const override { return {target_.labels}; }
    std::unique_ptr<const BoundObjective> bind(const Dataset& data,
                                               unsigned threads) const override;

  private:
    NamedMeasure target_;
    LambdaParams params_;
    TierRule tier_;
};

}  // namespace gradus
