#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gradus/base/progress.hpp"
#include "gradus/base/stop_request.hpp"
#include "gradus/learners/boosting/rounds/booster.hpp"
#include "gradus/learners/boosting/rounds/pair_distribution.hpp"
#include "gradus/learners/boosting/rounds/stump_columns.hpp"
#include "gradus/learners/boosting/rounds/top_lists.hpp"

namespace gradus::boosting {

/// What FocusedBoost needs to know of the training data, whatever beta: the lists of top documents,
/// the pairs of a top document and another, and what each threshold makes of both.
class FocusedData {
  public:
    /// Where a falling threshold first has a further document of a list above it, and by how much
    /// the value of the list changes there, with those above first and with them last.
    struct ListStep {
        std::uint32_t threshold;
        std::uint32_t list;
        double first;
        double last;
    };

    /// At most so many thresholds of a feature; 0 = every value. Data and target must outlive it.
    /// Tells `progress` feature by feature how far it is, and gives up where
    /// `stop`, which may be none, asks for it: then is_complete() is false.
    FocusedData(const Dataset& train,
                const NamedMeasure& target,
                std::size_t most_thresholds,
                unsigned threads,
                Progress& progress = silent_progress(),
                const StopRequest* stop = nullptr);

    bool is_complete() const { return is_complete_; }

    const Dataset& train() const { return train_; }
    const TopLists& lists() const { return lists_; }
    const PairDistribution& pairs() const { return pairs_; }
    /// Its places are those of the pairs, and behind them those of top documents without pairs.
    const StumpColumns& columns() const { return columns_; }
    std::size_t places() const { return documents_.size(); }
    /// Of the documents of a list.
    std::span<const std::uint32_t> places(std::size_t list) const { return list_places_[list]; }
    /// By falling threshold.
    std::span<const ListStep> steps(std::size_t feature) const { return steps_[feature]; }

  private:
    std::vector<std::uint32_t> documents_of_all() const;
    std::vector<ListStep> steps_of(std::size_t feature) const;

    const Dataset& train_;
    TopLists lists_;
    PairDistribution pairs_;
    std::vector<std::uint32_t> documents_;
    std::vector<std::vector<std::uint32_t>> list_places_;
    StumpColumns columns_;
    std::vector<std::vector<ListStep>> steps_;
    bool is_complete_ = true;
};

struct FocusedBoosterOptions {
    double beta = 0.5;
    Directions directions = Directions::down;
    bool literal = false;  ///< as printed: the weights of lists count their history twice
    unsigned threads = 1;
};

/// FocusedBoost: Niu, Guo, Lan & Cheng, SIGIR 2012, with its errors mended. Each round takes the
/// threshold ranker with the largest r = β Σ D(i) E_i + (1 − β) Σ D'(u, v) (h(u) − h(v)): E_i is
/// the measure of the top documents of query i, with D(i) ∝ e^(−E_i) by the sum of all rounds as in
/// AdaRank; the pairs are those of a top document and another, weighted as in RankBoost. A part
/// that the data has nothing for is left out. A ranker that is turned round is −h, with r < 0.
class FocusedBooster final : public Booster {
  public:
    /// Error where there is nothing for the parts that beta leaves.
    FocusedBooster(std::shared_ptr<const FocusedData> data, const FocusedBoosterOptions& options);

    std::optional<Round> find() override;
    void add(const Round& round) override;
    void describe(const Round& newest, Json& line) const override;
    void score(const Round& round, const Dataset& data, std::span<double> scores) const override {
        add_stump(round, data, scores);
    }
    std::unique_ptr<const Model> model(std::span<const Round> rounds,
                                       const TrainingNotes& notes) const override;

    /// What |r| of the round found last is made of.
    struct Parts {
        double list = 0.0;
        double pair = 0.0;
    };
    const Parts& parts() const { return parts_; }
    /// By list, after the newest round: E and D.
    std::span<const double> list_values() const { return list_values_; }
    std::span<const double> list_weights() const { return list_weights_; }
    const PairDistribution& distribution() const { return distribution_; }
    /// By place.
    std::span<const double> scores() const { return scores_; }

  private:
    struct Found {
        Round round;
        double most = 0.0;
        Parts parts;
    };
    Found best_of(std::size_t feature) const;
    void measure_lists();

    std::shared_ptr<const FocusedData> data_;
    FocusedBoosterOptions options_;
    double beta_;
    PairDistribution distribution_;
    std::vector<double> potentials_;  ///< by place, with 0 where there are no pairs
    std::vector<double> scores_;
    std::vector<double> tied_values_;  ///< by list, where nothing tells its documents apart
    std::vector<double> list_values_;
    std::vector<double> list_weights_;
    Parts parts_;
};

}  // namespace gradus::boosting
