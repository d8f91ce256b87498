#pragma once

#include <cstddef>
#include <span>

#include "gradus/base/scratch.hpp"

namespace gradus {

/// What is known of a ranking whose grades are only probable, independently at each rank.
struct GradeChances {
    std::span<const double> levels;    ///< the grades above 0 that occur, rising
    std::span<const double> at_least;  ///< [n · levels + j] = P(grade at rank n + 1 >= levels[j])
    std::span<const double> ideal;     ///< the grades of all judged documents, highest first
    double highest = 0.0;              ///< the highest grade of the whole data set, where known

    std::size_t ranks() const { return levels.empty() ? 0 : at_least.size() / levels.size(); }
};

/// A measure's expectation under such chances (Yilmaz & Robertson 2010; Aslam, Yilmaz & Pavlu,
/// SIGIR 2005).
class Expectation {
  public:
    Expectation() = default;
    Expectation(const Expectation&) = delete;
    Expectation& operator=(const Expectation&) = delete;
    Expectation(Expectation&&) = delete;
    Expectation& operator=(Expectation&&) = delete;
    virtual ~Expectation() = default;

    /// The value, and its gradients by `at_least`. NaN where the measure is undefined; the
    /// gradients are 0 then.
    virtual double value(const GradeChances& chances,
                         std::span<double> gradients,
                         Scratch& scratch) const = 0;
};

}  // namespace gradus
