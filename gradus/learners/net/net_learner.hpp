#pragma once

#include <memory>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "gradus/learners/net/net_training.hpp"
#include "gradus/learners/training/objective_learner.hpp"

namespace gradus::net {

/// What learners of nets share. Each has besides a learning_rate that suits the size of its
/// objective.
struct NetKind {
    static constexpr std::string_view default_measure = "NDCG@10";
};

struct NetMethod {
    using Params = std::tuple<NetParams>;

    template <class Kind>
    static Params defaults() {
        NetParams params;
        params.learning_rate = {Kind::learning_rate};
        return {params};
    }
    template <class Kind>
    static std::unique_ptr<const Model> train(const Dataset& train,
                                              const FitContext& context,
                                              const Params& params,
                                              Candidates candidates,
                                              const TrainingNotes& notes) {
        std::vector<std::unique_ptr<const Objective>> objectives;
        for (Candidate& each : candidates) objectives.push_back(std::move(each.objective));
        return train_net(train,
                         context,
                         {.objectives = std::move(objectives),
                          .params = std::get<NetParams>(params),
                          .notes = notes});
    }
};

template <class Kind>
constexpr LearnerEntry entry() {
    return objective_learner_entry<Kind, NetMethod>();
}

}  // namespace gradus::net
