#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gradus/data/dataset.hpp"
#include "gradus/measures/named_measure.hpp"

namespace gradus::boosting {

/// The top documents of each query, those with a grade above 0, as a measure sees them by
/// themselves: in queries where it tells their orders apart.
class TopLists {
  public:
    /// Error where the measure cannot measure one of the grades, or its values are not from 0 to 1.
    /// The target must outlive it.
    TopLists(const Dataset& data, const NamedMeasure& target);

    std::size_t size() const { return lists_.size(); }
    std::size_t query(std::size_t list) const { return lists_[list].query; }
    /// By place in the list.
    std::span<const std::uint32_t> documents(std::size_t list) const {
        return lists_[list].documents;
    }
    /// The mean of the measure over the orders of tied documents; scores by place in the list.
    double value(std::size_t list, std::span<const double> scores) const;

  private:
    struct List {
        std::size_t query;
        std::vector<std::uint32_t> documents;
        std::vector<double> grades;
        std::vector<double> ideal;
    };

    const NamedMeasure& target_;
    double highest_ = 0.0;
    std::vector<List> lists_;
};

}  // namespace gradus::boosting
