#pragma once

#include <memory>
#include <tuple>

#include "gradus/base/params.hpp"
#include "gradus/learners/boosting/rounds/boost_training.hpp"
#include "gradus/learners/training/method_learner.hpp"

namespace gradus::boosting {

struct BoostParams {
    int rounds = 300;
    static constexpr auto fields = std::tuple{
        Field{"rounds", &BoostParams::rounds, 1, 1'000'000, "maximum number of weak rankers"},
    };
};

/// A learner has besides boosters(train, context, params), which makes the booster of each variant.
struct BoostMethod {
    using Params = std::tuple<BoostParams>;

    template <class Kind>
    static Params defaults() {
        return {};
    }
    template <class Kind, class OwnParams>
    static std::unique_ptr<const Model> train(const Dataset& train,
                                              const FitContext& context,
                                              const Params& params,
                                              const Variants<OwnParams>& variants,
                                              const TrainingNotes& notes) {
        return train_boosted(
            train,
            context,
            {.rounds = static_cast<std::size_t>(std::get<BoostParams>(params).rounds),
             .texts = variants.texts,
             .make = Kind::boosters(train, context, variants.params),
             .notes = notes});
    }
};

template <class Kind>
constexpr LearnerEntry entry() {
    return method_learner_entry<Kind, BoostMethod>();
}

}  // namespace gradus::boosting
