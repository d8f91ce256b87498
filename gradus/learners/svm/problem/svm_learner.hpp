#pragma once

#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "gradus/learners/svm/problem/objective_plan.hpp"
#include "gradus/learners/svm/problem/svm_training.hpp"
#include "gradus/learners/training/method_learner.hpp"

namespace gradus::svm {

/// A learner has besides plan(context, params), or else objective(context, params) and the form of
/// its risk.
struct SvmMethod {
    using Params = std::tuple<SvmParams, FeatureParams>;

    template <class Kind>
    static Params defaults() {
        return {};
    }
    template <class Kind, class RiskParams>
    static std::unique_ptr<const Model> train(const Dataset& train,
                                              const FitContext& context,
                                              const Params& params,
                                              const Variants<RiskParams>& variants,
                                              const TrainingNotes& notes) {
        std::vector<Candidate> candidates;
        candidates.reserve(variants.params.size());
        for (std::size_t i = 0; i < variants.params.size(); ++i)
            candidates.push_back({plan_of<Kind>(context, variants.params[i]), variants.texts[i]});
        return train_svm(train,
                         context,
                         {.candidates = std::move(candidates),
                          .params = std::get<SvmParams>(params),
                          .features = std::get<FeatureParams>(params),
                          .notes = notes});
    }

  private:
    template <class Kind, class RiskParams>
    static std::unique_ptr<const RiskPlan> plan_of(const FitContext& context,
                                                   const RiskParams& params) {
        if constexpr (requires { Kind::plan(context, params); }) {
            return Kind::plan(context, params);
        } else {
            return std::make_unique<ObjectivePlan>(Kind::objective(context, params), Kind::form);
        }
    }
};

template <class Kind>
constexpr LearnerEntry entry() {
    return method_learner_entry<Kind, SvmMethod>();
}

}  // namespace gradus::svm
