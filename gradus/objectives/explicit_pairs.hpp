#pragma once

#include <memory>
#include <string>
#include <tuple>

#include "gradus/base/params.hpp"
#include "gradus/data/pairs.hpp"
#include "gradus/objectives/objective.hpp"

namespace gradus {

struct ExplicitPairsParams {
    double sigma = 1.0;
    static constexpr auto fields = std::tuple{
        Field{"sigma", &ExplicitPairsParams::sigma, 1e-3, 1e3, "steepness of the cost"},
    };
};

/// Σ weight · log(1 + e^(−κ(s_winner − s_loser))) over preferences that the user gives, whatever
/// the grades. Pairs of queries that the data has not are left out, so that one file serves all
/// folds.
class ExplicitPairs final : public Objective {
  public:
    explicit ExplicitPairs(Pairs pairs, ExplicitPairsParams params = {})
        : pairs_(std::move(pairs)), params_(params) {}

    std::string text() const override;
    Traits traits() const override { return {.derivative = true, .convex = true}; }
    /// Error where a query of the data has no such document.
    std::unique_ptr<const BoundObjective> bind(const Dataset& data,
                                               unsigned threads) const override;

  private:
    Pairs pairs_;
    ExplicitPairsParams params_;
};

}  // namespace gradus
