#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gradus/base/big_array.hpp"
#include "gradus/data/feature_matrix.hpp"

namespace gradus {

/// Where the bins of each feature end: rising, never -0. Bin b holds the values x with
/// boundaries[b - 1] < x <= boundaries[b], so a tree that splits at boundaries[b] sends exactly the
/// bins 0 … b to the left. One bin more than boundaries.
using BinBoundaries = std::vector<std::vector<float>>;

/// A feature matrix with one byte for each value, feature by feature.
class FeatureBins {
  public:
    static constexpr std::size_t most_bins = 255;  ///< of values, 0 … 254
    static constexpr std::uint8_t missing = 255;   ///< the bin of missing values

    /// Encodes `features` with boundaries that may come from other data.
    FeatureBins(const FeatureMatrix& features, BinBoundaries boundaries, unsigned threads);

    std::size_t documents() const { return documents_; }
    std::size_t features() const { return boundaries_.size(); }
    const BinBoundaries& boundaries() const { return boundaries_; }
    std::size_t bins(std::size_t feature) const { return boundaries_[feature].size() + 1; }
    /// The bins of all documents.
    std::span<const std::uint8_t> column(std::size_t feature) const {
        return bytes_.span().subspan(feature * documents_, documents_);
    }
    std::uint8_t bin(std::size_t document, std::size_t feature) const {
        return column(feature)[document];
    }

  private:
    std::size_t documents_;
    BinBoundaries boundaries_;
    BigArray<std::uint8_t> bytes_;
};

struct BinningOptions {
    std::size_t bins = FeatureBins::most_bins;  ///< at most, for the values of a feature; from 1
    std::size_t sample = 200'000;               ///< documents that the boundaries are chosen from
    std::uint64_t seed = 1;
    unsigned threads = 1;
    std::size_t most_bytes = memory_of_machine();  ///< that the tables of all features may take
};

/// Boundaries for values that stand in rising order. With d distinct values and at most B bins:
/// - d <= B: each value has a bin of its own.
/// - d > B: a value is heavy when it makes up 1/B of all; it ends a bin. The other bins are filled
///   one after the other, each up to the value at which it comes nearest to its share of the light
///   values that are left. Light values before a heavy one are closed off only when they make up
///   half a share, and join the heavy value otherwise.
/// A boundary is the mean of the two neighbouring values (rounded to float; the lower value where
/// that would reach the upper).
std::vector<float> choose_boundaries(std::span<const float> sorted, std::size_t bins);

/// Boundaries by the rule above from a seeded sample of documents: one of each of `sample` equal
/// stretches of the data.
BinBoundaries choose_boundaries(const FeatureMatrix& features, const BinningOptions& options);

/// Chooses boundaries and encodes. Error where there are so many features that the tables which
/// find the bins of their values have no room.
FeatureBins bin_features(const FeatureMatrix& features, const BinningOptions& options);

}  // namespace gradus
