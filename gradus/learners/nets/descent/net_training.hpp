#pragma once

#include <memory>
#include <vector>

#include "gradus/learners/learner.hpp"
#include "gradus/learners/nets/descent/net_params.hpp"
#include "gradus/models/training_notes.hpp"
#include "gradus/objectives/objective.hpp"

namespace gradus::net {

/// What to train. Of several objectives, as of several rates, each is tried.
struct NetPlan {
    std::vector<std::unique_ptr<const Objective>> objectives;
    NetParams params;
    TrainingNotes notes;  ///< for the model file
};

/// Trains a net by gradient, query by query or in batches, and returns the weights of the epoch
/// that is best on the validation data, or on the training data where there is none: a NetModel, or
/// a LinearModel without a hidden layer. The same bytes for any number of threads, and whether or
/// not training was cut off and resumed in between. Error where numbers leave their range whatever
/// the rate.
std::unique_ptr<const Model> train_net(const Dataset& train,
                                       const FitContext& context,
                                       const NetPlan& plan);

}  // namespace gradus::net
