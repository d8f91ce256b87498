#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gradus/data/dataset.hpp"
#include "gradus/learners/training/standardise.hpp"

namespace gradus::svm {

/// The features φ of all documents, for scores w·φ.
class FeatureMap {
  public:
    FeatureMap() = default;
    FeatureMap(const FeatureMap&) = delete;
    FeatureMap& operator=(const FeatureMap&) = delete;
    FeatureMap(FeatureMap&&) = delete;
    FeatureMap& operator=(FeatureMap&&) = delete;
    virtual ~FeatureMap() = default;

    virtual std::size_t dimensions() const = 0;
    virtual void score(std::span<const double> weights, std::span<double> scores) const = 0;
    /// Σ over documents of slope·φ, added up in one order for any number of threads.
    virtual void pull_back(std::span<const double> slopes, std::span<double> gradient) const = 0;
    /// φ of one document, resized to dimensions().
    virtual void row(std::size_t document, std::vector<double>& values) const = 0;
};

/// Standardised features; a missing value is the mean.
class DenseFeatures final : public FeatureMap {
  public:
    DenseFeatures(const Dataset& data, std::span<const FeatureScale> scales, unsigned threads);

    std::size_t dimensions() const override { return width_; }
    void score(std::span<const double> weights, std::span<double> scores) const override;
    void pull_back(std::span<const double> slopes, std::span<double> gradient) const override;
    void row(std::size_t document, std::vector<double>& values) const override;

  private:
    std::size_t width_;
    std::size_t documents_;
    unsigned threads_;
    std::vector<float> rows_;
};

}  // namespace gradus::svm
