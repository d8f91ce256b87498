#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gradus/base/params.hpp"
#include "gradus/objectives/objective.hpp"

namespace gradus {

/// What the chances of the top documents are compared by.
enum class FocusedList : unsigned char {
    first,  ///< who is drawn first
    full    ///< all orders
};

struct FocusedParams {
    double beta = 0.5;
    FocusedList list = FocusedList::first;
    bool scaled = true;
    static constexpr auto fields = std::tuple{
        Field{"beta", &FocusedParams::beta, 0, 1, "weight of the order of the top documents"},
        Choice{"list",
               &FocusedParams::list,
               "first|full",
               "ListNet by who is drawn first, or by all orders (at most 18 top documents)"},
        Flag{"scaled",
             &FocusedParams::scaled,
             "divide each part by its value where all scores are equal"},
    };
};

/// FocusedNet (Niu, Guo, Lan & Cheng, SIGIR 2012): β · ListNet among the top documents + (1 − β) ·
/// RankNet between them and the others. The top documents are those with a grade above 0, as
/// `gradus data top-k` labels them.
class Focused final : public Objective {
  public:
    explicit Focused(std::string labels = "grade", FocusedParams params = {})
        : labels_(std::move(labels)), params_(params) {}

    std::string text() const override;
    Traits traits() const override { return {.derivative = true, .convex = true}; }
    std::vector<std::string> label_columns() const override { return {labels_}; }
    /// Error where a query has too many top documents for all their orders.
    std::unique_ptr<const BoundObjective> bind(const Dataset& data,
                                               unsigned threads) const override;

  private:
    std::string labels_;
    FocusedParams params_;
};

}  // namespace gradus
