#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "gradus/base/scratch.hpp"
#include "gradus/measures/abilities/argmax.hpp"

namespace gradus {

/// What it gains to let one nonrelevant document climb over relevant ones, for the loss 1 − AP and
/// the pairwise Ψ (Yue, Finley, Radlinski & Joachims, SIGIR 2007, eq. 5-7). Relevant scores s_1 ≥ …
/// ≥ s_R, nonrelevant t_1 ≥ … ≥ t_M; AP divides by `total`, the query's relevant documents.
class ClimbGains {
  public:
    ClimbGains(std::span<const double> relevant,
               std::span<const double> nonrelevant,
               double total,
               Scratch& scratch);

    /// The gain of nonrelevant document j (from 0) when `above` relevant documents stay above it,
    /// against all of them: with J = j + 1, Σ_{t>above} [(J/(J+t) − (J−1)/(J+t−1))/total −
    /// 2(s_t − t_J)/(R·M)]. O(1) by harmonic numbers: Σ J/(J+t) = J(H_{J+R} − H_{J+above}).
    double gain(std::size_t j, std::size_t above) const;

    /// above[j] = the best `above` of each nonrelevant document, the largest on ties. Each is found
    /// alone and they do not fall (Theorem 2 of the paper), hence divide and conquer: O((R + M) log
    /// M).
    void best(std::span<std::size_t> above) const;

  private:
    void best(std::size_t first,
              std::size_t end,
              std::size_t least,
              std::size_t most,
              std::span<std::size_t> above) const;

    std::size_t relevant_;
    std::span<const double> nonrelevant_;
    double total_;
    std::span<double> harmonic_;   // H_0 …
    std::span<double> score_sum_;  // s_1 + … + s_i, from 0
};

/// The most violated ranking of average precision, exact in O(n log n).
class AveragePrecisionArgmax final : public PairwiseArgmax {
  public:
    /// AP divides by the relevant documents of the query, or of the list only.
    AveragePrecisionArgmax(double threshold, bool retrieved_only)
        : PairwiseArgmax(threshold), retrieved_only_(retrieved_only) {}

    std::optional<Violation> violate(const ScoredList& list,
                                     std::span<std::uint32_t> order,
                                     Scratch& scratch) const override;

  private:
    bool retrieved_only_;
};

}  // namespace gradus
