#pragma once

#include <memory>
#include <span>

#include "gradus/learners/svm/problem/feature_map.hpp"
#include "gradus/learners/svm/problem/svm_params.hpp"
#include "gradus/models/model.hpp"
#include "gradus/models/training_notes.hpp"

namespace gradus::svm {

/// How documents become vectors φ, as the training data has it, and weights a model.
class FeatureSpace {
  public:
    FeatureSpace() = default;
    FeatureSpace(const FeatureSpace&) = delete;
    FeatureSpace& operator=(const FeatureSpace&) = delete;
    FeatureSpace(FeatureSpace&&) = delete;
    FeatureSpace& operator=(FeatureSpace&&) = delete;
    virtual ~FeatureSpace() = default;

    /// Of the training data, or of other data with the same features.
    virtual std::unique_ptr<const FeatureMap> map(const Dataset& data, unsigned threads) const = 0;
    virtual std::unique_ptr<const Model> model(std::span<const double> weights,
                                               const TrainingNotes& notes) const = 0;
};

/// Error where no feature has a value.
std::unique_ptr<const FeatureSpace> make_feature_space(const Dataset& train,
                                                       const FeatureParams& params,
                                                       unsigned threads);

}  // namespace gradus::svm
