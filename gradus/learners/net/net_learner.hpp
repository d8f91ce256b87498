#pragma once

#include <memory>
#include <string>
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

/// A net and the objective that it is trained by, which has parameters of its own.
template <class ObjectiveParams>
class NetLearner final : public Learner {
  public:
    using Make = Objectives (*)(const FitContext&, const ObjectiveParams&);

    NetLearner(std::string name, NetParams net, ObjectiveParams objective, Make make)
        : name_(std::move(name)),
          net_(std::move(net)),
          objective_(std::move(objective)),
          make_(make) {}

    std::unique_ptr<const Model> fit(const Dataset& train,
                                     const FitContext& context) const override {
        return train_net(train,
                         context,
                         {.objectives = make_(context, objective_),
                          .params = net_,
                          .notes = training_notes(name_, context, describe_all(net_, objective_))});
    }

  private:
    std::string name_;
    NetParams net_;
    ObjectiveParams objective_;
    Make make_;
};

}  // namespace gradus::net
