#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gradus/base/params.hpp"
#include "gradus/measures/measure.hpp"
#include "gradus/objectives/objective.hpp"

namespace gradus {

struct FocusedHingeParams {
    double beta = 0.5;
    bool scaled = true;
    bool by_grade = false;
    static constexpr auto fields = std::tuple{
        Field{"beta", &FocusedHingeParams::beta, 0, 1, "weight of the order of the top documents"},
        Flag{"scaled",
             &FocusedHingeParams::scaled,
             "divide each part by its value where all scores are equal"},
        Flag{"by_grade",
             &FocusedHingeParams::by_grade,
             "as printed: multiply a pair's distance by the difference of its grades"},
    };
};

/// What FocusedSVM (Niu, Guo, Lan & Cheng, SIGIR 2012) minimises besides its weights: β times the
/// mean hinge of AP among the top documents, with those above each cut between two grades as the
/// relevant ones, + (1 − β) times the hinge of pairs of a top document and another. The top
/// documents are those with a grade above 0.
class FocusedHinge final : public Objective {
  public:
    explicit FocusedHinge(std::string labels = "grade", FocusedHingeParams params = {});

    std::string text() const override;
    Traits traits() const override {
        return {.derivative = true, .convex = true, .hessian = false};
    }
    std::vector<std::string> label_columns() const override { return {labels_}; }
    std::unique_ptr<const BoundObjective> bind(const Dataset& data,
                                               unsigned threads) const override;

  private:
    std::string labels_;
    FocusedHingeParams params_;
    std::shared_ptr<const Measure> ap_;
};

}  // namespace gradus
