#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gradus/data/dataset.hpp"
#include "gradus/data/transforms/thresholds.hpp"
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
    /// Of the documents from `first` on, as many as there are scores.
    virtual void score(std::span<const double> weights,
                       std::size_t first,
                       std::span<double> scores) const = 0;
    /// Σ gradient·φ over the documents from `first` on, as many as there are gradients, added up in
    /// one order for any number of threads.
    virtual void add_gradient(std::size_t first,
                              std::span<const double> score_gradients,
                              std::span<double> gradient) const = 0;
    /// φ of one document.
    virtual void row(std::size_t document, std::vector<double>& values) const = 0;
};

/// Standardised features; a missing value is the mean.
class DenseFeatures final : public FeatureMap {
  public:
    DenseFeatures(const Dataset& data, std::span<const FeatureScale> scales, unsigned threads);

    std::size_t dimensions() const override { return width_; }
    void score(std::span<const double> weights,
               std::size_t first,
               std::span<double> scores) const override;
    void add_gradient(std::size_t first,
                      std::span<const double> score_gradients,
                      std::span<double> gradient) const override;
    void row(std::size_t document, std::vector<double>& values) const override;

  private:
    std::size_t width_;
    unsigned threads_;
    std::vector<float> rows_;
};

/// The bits 1[x_f > k] of each feature f and each of its thresholds k. There may be thousands, but
/// the bits of a feature are ones and then zeros: a byte with their number stands for them all. A
/// score is a sum of looked-up step functions, and what gradients pull at is a histogram over bytes
/// and the sums of its ends.
class IndicatorFeatures final : public FeatureMap {
  public:
    /// The thresholds are not kept.
    IndicatorFeatures(const Dataset& data, const Thresholds& thresholds, unsigned threads);

    std::size_t dimensions() const override { return dimensions_; }
    void score(std::span<const double> weights,
               std::size_t first,
               std::span<double> scores) const override;
    void add_gradient(std::size_t first,
                      std::span<const double> score_gradients,
                      std::span<double> gradient) const override;
    void row(std::size_t document, std::vector<double>& values) const override;

  private:
    std::size_t width_;
    std::size_t dimensions_;
    unsigned threads_;
    std::vector<std::size_t> begins_;  ///< of the bits of each feature; then the number of bits
    std::vector<std::uint8_t> bins_;   ///< document by document
};

}  // namespace gradus::svm
