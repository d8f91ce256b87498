#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gradus/learners/learner.hpp"
#include "gradus/learners/svm/problem/risk_plan.hpp"
#include "gradus/learners/svm/problem/svm_params.hpp"
#include "gradus/models/training_notes.hpp"

namespace gradus::svm {

/// One of the risks that are tried.
struct Candidate {
    std::unique_ptr<const RiskPlan> risk;
    std::string text;  ///< what tells it from the others: "beta=0.5"
};

struct SvmPlan {
    std::vector<Candidate> candidates;
    SvmParams params;
    FeatureParams features;
    TrainingNotes notes;  ///< for the model file
};

/// Trains a model that is linear in its features: min ½|w|² + C·risk(w), for each C in rising order
/// with the planes of the one before, and returns the one that is best on the validation data. The
/// same bytes for any number of threads, and whether or not training was cut off and resumed in
/// between.
std::unique_ptr<const Model> train_svm(const Dataset& train,
                                       const FitContext& context,
                                       const SvmPlan& plan);

}  // namespace gradus::svm
