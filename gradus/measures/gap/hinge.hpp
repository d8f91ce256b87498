#pragma once

#include <optional>
#include <span>
#include <vector>

#include "gradus/measures/abilities/argmax.hpp"
#include "gradus/measures/gap/thresholds.hpp"

namespace gradus {

/// The part of one threshold in GAP's hinge.
struct ThresholdHinge {
    double weight = 0.0;  ///< ω_j = g_j R_{≥j}/Z, its share of GAP
    double hinge = 0.0;   ///< the hinge of average precision with grades from j on relevant
};

/// The parts of thresholds 1 … c, whose Σ ω_j · hinge_j is GAP's hinge; 0 where a threshold has
/// only one class. `g` as in GAP; empty = balanced over the data's highest grade.
std::vector<ThresholdHinge> threshold_hinges(const ScoredList& list,
                                             std::span<const double> g,
                                             Scratch& scratch);

/// A convex bound of 1 − GAP: GAP = Σ_j ω_j AP_j, so the hinges of AP_j add up likewise. It belongs
/// to no single ranking.
class GapHinge final : public Argmax {
  public:
    explicit GapHinge(const GapThresholds& thresholds) : thresholds_(thresholds) {}

    double hinge(const ScoredList& list,
                 std::span<double> gradients,
                 Scratch& scratch) const override;
    std::optional<Violation> violate(const ScoredList& /*list*/,
                                     std::span<std::uint32_t> /*order*/,
                                     Scratch& /*scratch*/) const override {
        return std::nullopt;
    }
    double discriminant(const ScoredList& list,
                        std::span<const std::uint32_t> order,
                        Scratch& scratch) const override;

  private:
    const GapThresholds& thresholds_;
};

}  // namespace gradus
