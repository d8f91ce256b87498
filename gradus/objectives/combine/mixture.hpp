#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gradus/objectives/combine/schedule.hpp"
#include "gradus/objectives/objective.hpp"

namespace gradus {

/// One objective of several, and how much it counts.
struct MixturePart {
    std::unique_ptr<const Objective> objective;
    double weight = 1.0;
};

/// Which gradients and Hessians are divided by the standard deviation of the query's gradients.
enum class MixtureScale : unsigned char { none, mixture, parts };

/// Σ_t w_t · part_t: tiers, and objectives that take over in the course of training (Svore, Volkovs
/// & Burges, WWW 2011, eqs. 10 and 12).
class Mixture final : public Objective {
  public:
    /// A schedule is the weight w of the second of two parts, and 1 − w that of the first. Error
    /// for a schedule of other than two parts, for no part, and for weights that are negative or
    /// all 0.
    explicit Mixture(std::vector<MixturePart> parts,
                     MixtureScale scale = MixtureScale::none,
                     std::optional<Schedule> schedule = std::nullopt);

    std::string text() const override;
    Traits traits() const override;
    std::vector<std::string> label_columns() const override;
    std::unique_ptr<const BoundObjective> bind(const Dataset& data,
                                               unsigned threads) const override;

  private:
    std::vector<MixturePart> parts_;
    MixtureScale scale_;
    std::optional<Schedule> schedule_;
};

}  // namespace gradus
