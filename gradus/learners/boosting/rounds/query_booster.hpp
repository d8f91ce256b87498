#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gradus/base/scratch.hpp"
#include "gradus/learners/boosting/rounds/booster.hpp"
#include "gradus/learners/training/standardise.hpp"
#include "gradus/measures/named_measure.hpp"
#include "gradus/objectives/bound_labels.hpp"
#include "gradus/objectives/rank_order.hpp"

namespace gradus::boosting {

struct QueryBoosterOptions {
    Directions directions = Directions::down;
    bool standardise = false;  ///< the features, before they are added up
    bool set_aside = false;    ///< a feature that was chosen twice running without a gain
    std::size_t patience = 0;  ///< rounds without a gain before there are no more; 0 = any number
    std::uint64_t seed = 1;    ///< for ties, where a measure's mean over them is not known
    unsigned threads = 1;
};

/// AdaRank: Xu & Li, SIGIR 2007. The weak rankers are the features. Each round takes the one with
/// the largest Σ P(i) E_i, E_i being the measure of query i as it ranks it; P(i) ∝ e^(−E_i) by the
/// sum of all rounds. Where documents tie, E_i is the measure's mean over their orders. Of equals
/// the lowest feature, then large values first. A missing value adds nothing. Queries in which the
/// measure is undefined have no weight.
class QueryBooster final : public Booster {
  public:
    /// Error where the measure is undefined in every query, or its values are not from 0 to 1.
    QueryBooster(const Dataset& train,
                 const NamedMeasure& target,
                 const QueryBoosterOptions& options);

    std::optional<Round> find() override;
    void add(const Round& round) override;
    /// Queries in which it is undefined count 0.
    std::optional<double> value() const override { return value_; }
    void score(const Round& round, const Dataset& data, std::span<double> scores) const override;
    std::unique_ptr<const Model> model(std::span<const Round> rounds,
                                       const TrainingNotes& notes) const override;

    /// Those in which the measure is defined.
    std::span<const std::size_t> queries() const { return queries_; }
    /// P, by such query.
    std::span<const double> weights() const { return weights_; }
    /// The measure of the sum of all rounds, by such query.
    std::span<const double> values() const { return values_; }

  private:
    std::size_t ways() const;  ///< of a feature to be a weak ranker
    std::size_t rankers() const;
    double sign_of(std::size_t ranker) const;
    double term(float value, std::size_t feature) const;
    double measure(std::size_t query, std::span<const double> scores, Scratch& scratch);
    void fill_table();
    void measure_sum();

    const Dataset& train_;
    const NamedMeasure& target_;
    QueryBoosterOptions options_;
    BoundLabels labels_;
    RankOrder ranks_;
    std::vector<FeatureScale> scales_;
    std::vector<std::size_t> queries_;
    std::vector<double> table_;  ///< of single features, by weak ranker and query
    std::vector<double> scores_;
    std::vector<double> values_;
    std::vector<double> weights_;
    double value_ = 0.0;
    double best_value_ = -1.0;
    std::size_t since_best_ = 0;
    std::optional<Round> newest_;
    std::vector<bool> set_aside_;  ///< by weak ranker, until there is a gain
};

}  // namespace gradus::boosting
