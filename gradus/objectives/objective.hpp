#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "gradus/base/scratch.hpp"
#include "gradus/data/dataset.hpp"

namespace gradus {

/// What a learner may take the gradients for.
struct Traits {
    bool derivative = false;  ///< gradients are ∂value/∂score
    bool lambda = false;      ///< virtual gradients: pairs weighted by what a swap would change
    bool convex = false;      ///< value is convex in the scores
    bool hessian = true;      ///< Hessians serve Newton steps; else they are 0
};

/// One query as a model ranks it now.
template <class Real>
struct ScoredQuery {
    std::size_t query = 0;                 ///< its place among the queries of the bound data
    std::span<const Real> scores;          ///< by document of the query
    std::span<const std::uint32_t> order;  ///< its documents by falling score
    std::size_t iteration = 1;             ///< the tree or epoch under way, from 1
};

/// An objective with all that it needs to know of one data set. Any thread may ask, with a Scratch
/// of its own. Gradients and Hessians are the first and second derivatives of the cost by the score
/// of each document of the query: one with a negative gradient wants to rise. They are written, not
/// added to.
class BoundObjective {
  public:
    BoundObjective() = default;
    BoundObjective(const BoundObjective&) = delete;
    BoundObjective& operator=(const BoundObjective&) = delete;
    BoundObjective(BoundObjective&&) = delete;
    BoundObjective& operator=(BoundObjective&&) = delete;
    virtual ~BoundObjective() = default;

    /// False where gradients are 0 whatever the scores: the query can be left out for ever.
    virtual bool is_informative(std::size_t query) const = 0;

    /// The value, exactly: for analyses and tests.
    virtual double evaluate(const ScoredQuery<double>& query,
                            Scratch& scratch,
                            std::span<double> gradients,
                            std::span<double> hessians) const = 0;

    /// The same in float for training, which has no use for the value. By default it asks
    /// evaluate().
    virtual void evaluate_float(const ScoredQuery<float>& query,
                                Scratch& scratch,
                                std::span<float> gradients,
                                std::span<float> hessians) const;
};

/// What training minimises.
class Objective {
  public:
    Objective() = default;
    Objective(const Objective&) = delete;
    Objective& operator=(const Objective&) = delete;
    Objective(Objective&&) = delete;
    Objective& operator=(Objective&&) = delete;
    virtual ~Objective() = default;

    /// As it stands in logs and model files.
    virtual std::string text() const = 0;
    virtual Traits traits() const = 0;

    /// Prepares what does not change with the scores. This objective and the data must outlive the
    /// result. Error where the data lacks a label column or has grades that cannot be measured.
    virtual std::unique_ptr<const BoundObjective> bind(const Dataset& data,
                                                       unsigned threads) const = 0;
};

}  // namespace gradus
