#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gradus/learners/net/net_training.hpp"

namespace gradus::net {

using Objectives = std::vector<std::unique_ptr<const Objective>>;

template <class Made, class... Arguments>
Objectives one(Arguments&&... arguments) {
    Objectives all;
    all.push_back(std::make_unique<const Made>(std::forward<Arguments>(arguments)...));
    return all;
}

/// A net and the objective that it is trained by. `Kind` says what is special: name, summary and
/// reference, Params, the objective's own parameters, and objectives(context, params), each of
/// which is tried.
template <class Kind>
class NetLearner final : public Learner {
  public:
    // NOLINTNEXTLINE(readability-redundant-typename): Clang 14 needs it
    using Params = typename Kind::Params;

    NetLearner(NetParams net, Params objective)
        : net_(std::move(net)), objective_(std::move(objective)) {}

    std::unique_ptr<const Model> fit(const Dataset& train,
                                     const FitContext& context) const override {
        return train_net(train,
                         context,
                         {.objectives = Kind::objectives(context, objective_),
                          .params = net_,
                          .notes = training_notes(
                              std::string(Kind::name), context, describe_all(net_, objective_))});
    }

  private:
    NetParams net_;
    Params objective_;
};

/// Objectives differ in size, so each has a learning rate of its own.
template <class Kind>
NetParams defaults() {
    NetParams params;
    params.learning_rate = {Kind::learning_rate};
    return params;
}

template <class Kind>
constexpr LearnerEntry entry() {
    return {
        .name = Kind::name,
        .summary = Kind::summary,
        .reference = Kind::reference,
        .default_measure = "NDCG@10",
        .params = [] { return describe_all(defaults<Kind>(), typename Kind::Params{}); },
        .make = [](const std::vector<std::string>& settings) -> std::unique_ptr<const Learner> {
            auto [net, objective] =
                params_from_settings(settings, defaults<Kind>(), typename Kind::Params{});
            return std::make_unique<NetLearner<Kind>>(std::move(net), std::move(objective));
        },
    };
}

}  // namespace gradus::net
