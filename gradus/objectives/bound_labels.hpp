#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gradus/base/scratch.hpp"
#include "gradus/data/dataset.hpp"
#include "gradus/rank/ranking.hpp"

namespace gradus {

class Measure;

/// One label column of a data set, prepared for measures and pairs. The data must outlive it.
class BoundLabels {
  public:
    /// Error where there is no such column.
    BoundLabels(const Dataset& data, const std::string& column, unsigned threads);

    /// The first document of a query.
    std::size_t begin(std::size_t query) const { return begins_[query]; }
    std::size_t size(std::size_t query) const { return begins_[query + 1] - begins_[query]; }
    /// By document; NaN = missing.
    std::span<const float> grades(std::size_t query) const {
        return grades_.subspan(begin(query), size(query));
    }
    /// By document; empty where the data has none.
    std::span<const float> weights(std::size_t query) const {
        return weights_.empty() ? weights_ : weights_.subspan(begin(query), size(query));
    }
    /// Of all documents of a query; 1 where the data has no weights.
    double mean_weight(std::size_t query) const;
    /// Whether documents of one query have different weights: then a query's weight is a mean.
    bool weights_differ(std::size_t query) const;
    /// The grades that a query has, highest first.
    std::span<const double> ideal(std::size_t query) const {
        return {ideal_.data() + begin(query), judged_[query]};
    }
    /// The highest grade of all queries; 0 where there is none above.
    double highest() const { return highest_; }
    /// The query in this order of its documents, as measures see it: missing = not judged.
    RankedList ranked(std::size_t query,
                      std::span<const std::uint32_t> order,
                      Scratch& scratch) const;

    /// Error where the measure cannot measure one of the grades.
    void check_measurable(const Measure& measure, const std::string& text) const;

  private:
    const Dataset& data_;
    std::span<const std::size_t> begins_;
    std::span<const float> grades_;
    std::span<const float> weights_;
    std::vector<double> ideal_;          // of each query from its begin on
    std::vector<std::uint32_t> judged_;  // documents by query
    double highest_ = 0.0;
};

}  // namespace gradus
