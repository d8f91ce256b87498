#pragma once

#include <memory>
#include <tuple>

#include "gradus/base/params.hpp"
#include "gradus/learners/boost/boost_training.hpp"
#include "gradus/learners/training/objective_learner.hpp"

namespace gradus::boosting {

struct BoostParams {
    int rounds = 300;
    static constexpr auto fields = std::tuple{
        Field{"rounds", &BoostParams::rounds, 1, 1'000'000, "weak rankers at the most"},
    };
};

/// A learner has besides plan(train, context, params), which leaves rounds and notes to this.
struct BoostMethod {
    using Params = BoostParams;

    template <class Kind>
    static BoostParams defaults() {
        return {};
    }
    template <class Kind, class OwnParams>
    static std::unique_ptr<const Model> train(const Dataset& train,
                                              const FitContext& context,
                                              const BoostParams& params,
                                              const OwnParams& own,
                                              const TrainingNotes& notes) {
        BoostPlan plan = Kind::plan(train, context, own);
        plan.rounds = static_cast<std::size_t>(params.rounds);
        plan.notes = notes;
        return train_boosted(train, context, plan);
    }
};

template <class Kind>
constexpr LearnerEntry entry() {
    return objective_learner_entry<Kind, BoostMethod>();
}

}  // namespace gradus::boosting
