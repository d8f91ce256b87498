#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gradus/data/dataset.hpp"
#include "gradus/learners/boosting/rounds/round.hpp"
#include "gradus/models/tree_ensemble.hpp"

namespace gradus::boosting {

/// Which documents are above which thresholds of each feature, sorted once for all rounds.
class StumpColumns {
  public:
    /// `documents` are those of the data that count; from here on they are known by their places
    /// among them. At most so many thresholds of a feature, at its quantiles; 0 = every value.
    /// Where values are missing there is one more, below all that are there.
    StumpColumns(const FeatureMatrix& features,
                 std::span<const std::uint32_t> documents,
                 std::size_t most_thresholds,
                 unsigned threads);

    std::size_t features() const { return columns_.size(); }
    /// Rising. Each has documents above it, and others.
    std::span<const float> thresholds(std::size_t feature) const {
        return columns_[feature].thresholds;
    }
    /// The places of the documents above a threshold.
    std::span<const std::uint32_t> above(std::size_t feature, std::size_t threshold) const {
        const Column& column = columns_[feature];
        return {column.places.data(), column.ends[threshold]};
    }
    /// Of these, those that are not above the next higher one.
    std::span<const std::uint32_t> step(std::size_t feature, std::size_t threshold) const {
        const Column& column = columns_[feature];
        const std::uint32_t higher =
            threshold + 1 < column.ends.size() ? column.ends[threshold + 1] : 0;
        return {column.places.data() + higher, column.ends[threshold] - higher};
    }
    /// Those above a round's threshold.
    std::span<const std::uint32_t> above(const Round& round) const;

    /// The sum of the rounds' threshold rankers, each a tree with one split.
    std::unique_ptr<const TreeEnsemble> model(const Dataset& train,
                                              std::span<const Round> rounds,
                                              TrainingNotes notes) const;

  private:
    struct Column {
        std::vector<float> thresholds;
        std::vector<std::uint32_t> places;  ///< by falling value
        std::vector<std::uint32_t> ends;    ///< by threshold: how many of them are above it
    };
    static Column sorted(const FeatureMatrix& features,
                         std::size_t feature,
                         std::span<const std::uint32_t> documents,
                         std::size_t most_thresholds);

    std::size_t documents_;
    std::vector<Column> columns_;
};

/// Adds a threshold ranker's weight to the scores of the documents above.
void add_stump(const Round& round, const Dataset& data, std::span<double> scores);

}  // namespace gradus::boosting
