#include "gradus/objectives/structural.hpp"

#include <utility>

#include <fmt/format.h>

#include "gradus/objectives/ability.hpp"
#include "gradus/objectives/lists/list_objective.hpp"

namespace gradus {
namespace {

class BoundStructural final : public BoundListObjective {
  public:
    BoundStructural(const NamedMeasure& target, const Dataset& data, unsigned threads)
        : BoundListObjective(data, target.labels, threads), argmax_(*target.measure->violate()) {
        check_measurable(*target.measure, target.text);
    }

  private:
    double add(const JudgedList& list,
               const ScoredQuery<double>& query,
               Scratch& scratch,
               const ListDerivatives& to) const override {
        return argmax_.hinge({.grades = list.grades,
                              .scores = list.scores,
                              .ideal = ideal(query.query),
                              .highest = highest()},
                             to.gradients,
                             scratch);
    }

    const Argmax& argmax_;
};

}  // namespace

Structural::Structural(NamedMeasure target) : target_(std::move(target)) {
    if (target_.measure->violate() == nullptr)
        refuse_measure(target_,
                       "a structural SVM cannot be trained for it",
                       [](const Measure& measure) { return measure.violate() != nullptr; });
}

std::string Structural::text() const {
    return fmt::format("structural({})", target_.text);
}

std::unique_ptr<const BoundObjective> Structural::bind(const Dataset& data,
                                                       unsigned threads) const {
    return std::make_unique<BoundStructural>(target_, data, threads);
}

namespace objectives {
extern const ObjectiveEntry structural_entry{
    .name = "structural",
    .summary =
        "the hinge of a measure: how much its most violated ranking is preferred to the best",
    .reference = "Yue et al. 2007",
    .subject = Subject::measure,
    .traits = {.derivative = true, .convex = true, .hessian = false},
    .examples =
        "structural(AP) structural(AUC(rel=2)) structural(NDCG@3) structural(GAP) "
        "structural(RR(labels=click))",
    .params = params_with<NoParams>,
    .make = [](const ObjectiveArguments& arguments) -> std::unique_ptr<const Objective> {
        return std::make_unique<Structural>(arguments.measure);
    },
};
}  // namespace objectives

}  // namespace gradus
