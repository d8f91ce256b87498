#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gradus/learners/boosting/rounds/booster.hpp"
#include "gradus/learners/learner.hpp"

namespace gradus::boosting {

/// Makes one of the boosters that are tried; none where somebody asked to stop meanwhile.
using BoosterMaker = std::function<std::unique_ptr<Booster>(std::size_t candidate)>;

struct BoostPlan {
    std::size_t rounds = 0;                 ///< at the most
    std::vector<std::string> texts = {""};  ///< what tells those that are tried from each other
    BoosterMaker make;
    TrainingNotes notes = {};  ///< for the model file
};

/// Adds rounds and returns the model of the best round on the validation data. Where there is none,
/// the best on the training data if the booster follows a measure there, else that of all rounds.
/// The same bytes for any number of threads, and whether or not training was cut off and resumed in
/// between.
std::unique_ptr<const Model> train_boosted(const Dataset& train,
                                           const FitContext& context,
                                           const BoostPlan& plan);

}  // namespace gradus::boosting
