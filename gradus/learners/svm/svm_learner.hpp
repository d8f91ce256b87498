#pragma once

#include <memory>

#include "gradus/learners/svm/svm_training.hpp"
#include "gradus/learners/training/objective_learner.hpp"

namespace gradus::svm {

/// A learner has besides objective(context, params) and the form of the risk.
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
        return train_svm(train,
                         context,
                         {.objective = Kind::objective(context, objective),
                          .form = Kind::form,
                          .params = svm,
                          .notes = notes});
    }
};

template <class Kind>
constexpr LearnerEntry entry() {
    return objective_learner_entry<Kind, SvmMethod>();
}

}  // namespace gradus::svm
