#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "gradus/learners/net/net_training.hpp"
#include "gradus/learners/training/objective_learner.hpp"

namespace gradus::net {

using Objectives = std::vector<std::unique_ptr<const Objective>>;

template <class Made, class... Arguments>
Objectives one(Arguments&&... arguments) {
    Objectives all;
    all.push_back(std::make_unique<const Made>(std::forward<Arguments>(arguments)...));
    return all;
}

/// What learners of nets share. Each has besides a learning_rate that suits the size of its
/// objective, and objectives(context, params), each of which is tried.
struct NetKind {
    static constexpr std::string_view default_measure = "NDCG@10";
};

struct NetMethod {
    using Params = NetParams;

    template <class Kind>
    static NetParams defaults() {
        NetParams params;
        params.learning_rate = {Kind::learning_rate};
        return params;
    }
    template <class Kind, class ObjectiveParams>
    static std::unique_ptr<const Model> train(const Dataset& train,
                                              const FitContext& context,
                                              const NetParams& net,
                                              const ObjectiveParams& objective,
                                              const TrainingNotes& notes) {
        return train_net(
            train,
            context,
            {.objectives = Kind::objectives(context, objective), .params = net, .notes = notes});
    }
};

template <class Kind>
constexpr LearnerEntry entry() {
    return objective_learner_entry<Kind, NetMethod>();
}

}  // namespace gradus::net
