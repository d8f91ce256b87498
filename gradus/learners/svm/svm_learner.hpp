#pragma once

#include <memory>

#include "gradus/learners/svm/objective_plan.hpp"
#include "gradus/learners/svm/svm_training.hpp"
#include "gradus/learners/training/objective_learner.hpp"

namespace gradus::svm {

/// A learner has besides plan(context, params), or else objective(context, params) and the form of
/// its risk.
struct SvmMethod {
    using Params = SvmParams;

    template <class Kind>
    static SvmParams defaults() {
        return {};
    }
    template <class Kind, class ObjectiveParams>
    static std::unique_ptr<const Model> train(const Dataset& train,
                                              const FitContext& context,
                                              const SvmParams& svm,
                                              const ObjectiveParams& objective,
                                              const TrainingNotes& notes) {
        return train_svm(
            train,
            context,
            {.risk = plan_of<Kind>(context, objective), .params = svm, .notes = notes});
    }
    template <class Kind, class ObjectiveParams>
    static std::unique_ptr<const RiskPlan> plan_of(const FitContext& context,
                                                   const ObjectiveParams& params) {
        if constexpr (requires { Kind::plan(context, params); }) {
            return Kind::plan(context, params);
        } else {
            return std::make_unique<ObjectivePlan>(Kind::objective(context, params), Kind::form);
        }
    }
};

template <class Kind>
constexpr LearnerEntry entry() {
    return objective_learner_entry<Kind, SvmMethod>();
}

}  // namespace gradus::svm
