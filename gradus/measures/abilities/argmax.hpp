#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "gradus/base/scratch.hpp"
#include "gradus/rank/ranking.hpp"

namespace gradus {

/// The ranking that a structural SVM finds most wrong (Yue, Finley, Radlinski & Joachims, SIGIR
/// 2007).
struct Violation {
    double loss = 0.0;          ///< 1 − measure of that ranking
    double discriminant = 0.0;  ///< w·Ψ of it
};

/// A measure's structural hinge H(s) = max_y [loss(y) + w·Ψ(y)] − w·Ψ(best order), a convex
/// function of the scores s = w·φ that is never below the loss of sorting by them.
class Argmax {
  public:
    Argmax() = default;
    Argmax(const Argmax&) = delete;
    Argmax& operator=(const Argmax&) = delete;
    Argmax(Argmax&&) = delete;
    Argmax& operator=(Argmax&&) = delete;
    virtual ~Argmax() = default;

    /// H and its gradients ∂H/∂s by document. 0 with gradients of 0 for a query that asks nothing
    /// (no two classes).
    virtual double hinge(const ScoredList& list,
                         std::span<double> gradients,
                         Scratch& scratch) const = 0;

    /// The ranking where the maximum lies (documents, best first) with its loss and w·Ψ; nothing
    /// where H is not of one ranking (GAP: a sum over thresholds) or the query asks nothing.
    virtual std::optional<Violation> violate(const ScoredList& list,
                                             std::span<std::uint32_t> order,
                                             Scratch& scratch) const = 0;

    /// w·Ψ of any order (documents, best first) of a query that asks something. Where H is a sum
    /// over thresholds, so is this, and H is at least loss + w·Ψ of any one order, less w·Ψ of the
    /// best.
    virtual double discriminant(const ScoredList& list,
                                std::span<const std::uint32_t> order,
                                Scratch& scratch) const = 0;
};

/// The documents of a binary query in both classes, each by falling score.
struct TwoClasses {
    std::span<std::uint32_t> relevant;     ///< grade >= threshold
    std::span<std::uint32_t> nonrelevant;  ///< the others
};
TwoClasses two_classes(const ScoredList& list, double threshold, Scratch& scratch);

/// w·Ψ of an order with the pairwise map of Yue et al. 2007: Ψ = (1/RM) Σ_{relevant i, nonrelevant
/// j} y_ij (φ_i − φ_j), y_ij = 1 where i stands above j, else −1; 0 where a class is empty.
double pairwise_discriminant(const ScoredList& list,
                             double threshold,
                             std::span<const std::uint32_t> order);

/// The base of measures over two classes with the pairwise Ψ: violate() says which ranking, the
/// hinge follows from it.
class PairwiseArgmax : public Argmax {
  public:
    explicit PairwiseArgmax(double threshold) : threshold_(threshold) {}
    double hinge(const ScoredList& list,
                 std::span<double> gradients,
                 Scratch& scratch) const override;
    double discriminant(const ScoredList& list,
                        std::span<const std::uint32_t> order,
                        Scratch& scratch) const override;

  protected:
    double threshold_;
};

}  // namespace gradus
