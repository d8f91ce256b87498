#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gradus/base/params.hpp"
#include "gradus/objectives/objective.hpp"

namespace gradus {

struct ListNetParams {
    int draws = 1;
    double temperature = 1.0;
    static constexpr auto fields = std::tuple{
        Field{"draws",
              &ListNetParams::draws,
              1,
              100,
              "ranks whose chances are compared; the work grows as documents^draws"},
        Field{"temperature",
              &ListNetParams::temperature,
              1e-3,
              1e3,
              "grades are divided by it before they become chances"},
    };
};

/// The cross entropy between the chances that grades and scores give to documents to be drawn first
/// (Cao et al., ICML 2007), or to the first few draws.
class ListNet final : public Objective {
  public:
    explicit ListNet(std::string labels = "grade", ListNetParams params = {})
        : labels_(std::move(labels)), params_(params) {}

    std::string text() const override;
    Traits traits() const override { return {.derivative = true, .convex = true}; }
    std::vector<std::string> label_columns() const override { return {labels_}; }
    /// Error where a query has more sets of documents than can be summed over.
    std::unique_ptr<const BoundObjective> bind(const Dataset& data,
                                               unsigned threads) const override;

  private:
    std::string labels_;
    ListNetParams params_;
};

}  // namespace gradus
