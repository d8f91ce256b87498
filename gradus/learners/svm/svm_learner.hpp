#pragma once

#include <memory>
#include <tuple>
#include <utility>

#include "gradus/learners/svm/svm_training.hpp"
#include "gradus/learners/training/objective_learner.hpp"

namespace gradus::svm {

/// A learner has besides the form of its risk.
struct SvmMethod {
    using Params = std::tuple<SvmParams, FeatureParams>;

    template <class Kind>
    static Params defaults() {
        return {};
    }
    template <class Kind>
    static std::unique_ptr<const Model> train(const Dataset& train,
                                              const FitContext& context,
                                              const Params& params,
                                              Candidates candidates,
                                              const TrainingNotes& notes) {
        return train_svm(train,
                         context,
                         {.candidates = std::move(candidates),
                          .form = Kind::form,
                          .params = std::get<SvmParams>(params),
                          .features = std::get<FeatureParams>(params),
                          .notes = notes});
    }
};

template <class Kind>
constexpr LearnerEntry entry() {
    return objective_learner_entry<Kind, SvmMethod>();
}

}  // namespace gradus::svm
