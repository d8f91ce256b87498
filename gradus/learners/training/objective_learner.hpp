#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gradus/learners/learner.hpp"

namespace gradus {

/// A way to train by an objective. `Kind` is the learner: its name, summary, reference and
/// default_measure, and Params, the parameters of its objective. `Method` is the way: its Params,
/// defaults<Kind>(), and train<Kind>(data, context, method's params, objective's params, notes).
template <class Kind, class Method>
class ObjectiveLearner final : public Learner {
  public:
    // NOLINTBEGIN(readability-redundant-typename): Clang 14 needs it
    using MethodParams = typename Method::Params;
    using ObjectiveParams = typename Kind::Params;
    // NOLINTEND(readability-redundant-typename)

    ObjectiveLearner(MethodParams method, ObjectiveParams objective)
        : method_(std::move(method)), objective_(std::move(objective)) {}

    std::unique_ptr<const Model> fit(const Dataset& train,
                                     const FitContext& context) const override {
        return Method::template train<Kind>(
            train,
            context,
            method_,
            objective_,
            training_notes(std::string(Kind::name), context, describe_all(method_, objective_)));
    }

  private:
    MethodParams method_;
    ObjectiveParams objective_;
};

template <class Kind, class Method>
constexpr LearnerEntry objective_learner_entry() {
    return {
        .name = Kind::name,
        .summary = Kind::summary,
        .reference = Kind::reference,
        .default_measure = Kind::default_measure,
        .params =
            [] { return describe_all(Method::template defaults<Kind>(), typename Kind::Params{}); },
        .make = [](const std::vector<std::string>& settings) -> std::unique_ptr<const Learner> {
            auto [method, objective] = params_from_settings(
                settings, Method::template defaults<Kind>(), typename Kind::Params{});
            return std::make_unique<ObjectiveLearner<Kind, Method>>(std::move(method),
                                                                    std::move(objective));
        },
    };
}

}  // namespace gradus
