#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gradus/learners/boost/booster.hpp"
#include "gradus/learners/learner.hpp"

namespace gradus::boosting {

/// A parameter of which each value is tried.
struct TriedParam {
    std::string name;
    std::vector<double> values;
};

struct BoostPlan {
    std::size_t rounds = 0;  ///< at the most
    TriedParam tried = {};   ///< without values = nothing is tried
    /// Makes the booster for one of the values.
    std::function<std::unique_ptr<Booster>(std::size_t tried)> make;
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
