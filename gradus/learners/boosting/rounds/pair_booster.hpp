#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gradus/learners/boosting/rounds/booster.hpp"
#include "gradus/learners/boosting/rounds/pair_distribution.hpp"
#include "gradus/learners/boosting/rounds/stump_columns.hpp"

namespace gradus::boosting {

struct PairBoosterOptions {
    std::string labels = "grade";
    PairRule rule = PairRule::grades;
    std::size_t thresholds = 0;  ///< of a feature at the most; 0 = every value
    unsigned threads = 1;
};

/// RankBoost: Freund, Iyer, Schapire & Singer, JMLR 4, 2003, with threshold rankers. Each round
/// takes the (f, θ) with the largest |r|, r = Σ D(u, v) (h(u) − h(v)) = Σ over x_f > θ of the
/// potentials; of equals the lowest feature, then the lowest threshold.
class PairBooster final : public Booster {
  public:
    /// Error where no query has a pair.
    PairBooster(const Dataset& train, const PairBoosterOptions& options);

    std::optional<Round> find() override;
    void add(const Round& round) override;
    void describe(const Round& newest, Json& line) const override;
    void score(const Round& round, const Dataset& data, std::span<double> scores) const override {
        add_stump(round, data, scores);
    }
    std::unique_ptr<const Model> model(std::span<const Round> rounds,
                                       const TrainingNotes& notes) const override;

    const PairDistribution& distribution() const { return distribution_; }
    /// By place among the documents of the distribution.
    std::span<const double> scores() const { return scores_; }
    /// Z of the newest round: Σ D(u, v) e^(−α(h(u) − h(v))), at most √(1 − r²).
    double z() const { return z_; }

  private:
    Round best_of(std::size_t feature) const;

    const Dataset& train_;
    unsigned threads_;
    PairDistribution distribution_;
    StumpColumns columns_;
    std::vector<double> scores_;
    double z_ = 1.0;
};

/// Error: there is nothing to learn from.
[[noreturn]] void refuse_without_pairs();

}  // namespace gradus::boosting
