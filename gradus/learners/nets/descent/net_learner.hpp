#pragma once

#include <memory>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "gradus/learners/nets/descent/net_training.hpp"
#include "gradus/learners/training/method_learner.hpp"

namespace gradus::net {

/// What learners of nets share. Each has besides objective(context, params), and a learning_rate
/// that suits its size; it may have warn_of_size(train, context, params), to tell of data that
/// takes long.
struct NetKind {
    static constexpr std::string_view default_measure = "NDCG@10";
    static constexpr bool uses_weights = true;
};

struct NetMethod {
    using Params = std::tuple<NetParams>;

    template <class Kind>
    static Params defaults() {
        NetParams params;
        params.learning_rate = {Kind::learning_rate};
        return {params};
    }
    template <class Kind, class ObjectiveParams>
    static std::unique_ptr<const Model> train(const Dataset& train,
                                              const FitContext& context,
                                              const Params& params,
                                              const Variants<ObjectiveParams>& variants,
                                              const TrainingNotes& notes) {
        std::vector<std::unique_ptr<const Objective>> objectives;
        objectives.reserve(variants.params.size());
        for (const ObjectiveParams& each : variants.params)
            objectives.push_back(Kind::objective(context, each));
        if constexpr (requires { Kind::warn_of_size(train, context, variants.params.front()); })
            Kind::warn_of_size(train, context, variants.params.front());
        return train_net(train,
                         context,
                         {.objectives = std::move(objectives),
                          .params = std::get<NetParams>(params),
                          .notes = notes});
    }
};

template <class Kind>
constexpr LearnerEntry entry() {
    return method_learner_entry<Kind, NetMethod>();
}

}  // namespace gradus::net
