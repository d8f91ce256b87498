#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "gradus/base/scratch.hpp"
#include "gradus/measures/abilities/argmax.hpp"
#include "gradus/measures/precision/precision_sum.hpp"

namespace gradus {

/// What the loss 1 − AP gains when nonrelevant document j climbs over the relevant documents from
/// the i-th on, both from 0 and those before j having done so (Yue, Finley, Radlinski & Joachims,
/// SIGIR 2007, eq. 5): with J = j + 1, (1/total) Σ_{t=i+1..R} [J/(J+t) − (J−1)/(J+t−1)]. O(1) by
/// harmonic numbers: Σ_t J/(J+t) = J(H_{J+R} − H_{J+i}).
class ClimbLoss {
  public:
    /// AP divides by `total`, which may exceed the relevant documents in the list.
    ClimbLoss(std::size_t relevant, std::size_t nonrelevant, double total, Scratch& scratch);
    double operator()(std::size_t j, std::size_t i) const;

  private:
    std::size_t relevant_;
    double total_;
    std::span<double> harmonic_;  // H_0 …
};

/// The most violated ranking of average precision: exact in O(n log n), with a cutoff in O(R·M).
class AveragePrecisionArgmax final : public PairwiseArgmax {
  public:
    explicit AveragePrecisionArgmax(const PrecisionRule& rule)
        : PairwiseArgmax(rule.rel), rule_(rule) {}

    std::optional<Violation> violate(const ScoredList& list,
                                     std::span<std::uint32_t> order,
                                     Scratch& scratch) const override;

  private:
    PrecisionRule rule_;
};

}  // namespace gradus
