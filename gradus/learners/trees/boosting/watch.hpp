#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gradus/data/dataset.hpp"
#include "gradus/evaluation/evaluator.hpp"
#include "gradus/learners/learner.hpp"
#include "gradus/learners/trees/growing/binned_tree.hpp"
#include "gradus/measures/named_measure.hpp"
#include "gradus/models/model.hpp"

namespace gradus::gbdt {

/// How the best iteration is chosen where there are several tiers (formulas: Svore, Volkovs &
/// Burges, WWW 2011, section 4).
enum class Pick : unsigned char {
    tolerance,  ///< lexicographically, each tier with its target's tolerance
    graded      ///< of those not significantly worse on the first tier the best on the second
};

/// Follows some targets on one data set as trees are added, and tells which number of trees is
/// best.
class Watch {
  public:
    /// `start` are the scores before the first tree; `also` are alternatives to `targets`. Where
    /// the scores are those of a model, no tree at all is a choice too.
    Watch(const Dataset& data,
          const FeatureBins& bins,
          std::span<const NamedMeasure> targets,
          std::span<const Alternative> also,
          std::vector<double> start,
          bool start_is_model,
          Pick pick,
          unsigned threads);

    void add(const Tree& tree);

    std::size_t trees() const { return trees_; }
    /// By target, after the newest tree.
    std::span<const double> values() const { return history_.back(); }
    /// After how many trees the values are best; the first of equals.
    std::size_t best() const { return trees_at(best_); }
    std::span<const double> best_values() const { return history_[best_]; }
    /// The same for an alternative.
    std::size_t best_for(std::size_t alternative) const { return also_best_[alternative].trees; }

  private:
    struct Best {
        std::size_t trees = 0;
        std::vector<double> values;  ///< empty = none yet
    };

    void look();
    /// How many trees the model had at a place of the history.
    std::size_t trees_at(std::size_t place) const { return place + trees_ + 1 - history_.size(); }
    void choose();

    const FeatureBins& bins_;
    std::span<const NamedMeasure> targets_;
    Evaluator evaluator_;  ///< of the targets, then the alternatives
    std::vector<double> scores_;
    std::vector<float> rounded_;  ///< the same as a model gives them
    Pick pick_;
    unsigned threads_;
    std::size_t trees_ = 0;
    std::vector<std::vector<double>> history_;     ///< means, by look and target
    std::vector<std::vector<double>> first_tier_;  ///< by look and query, for Pick::graded
    std::size_t best_ = 0;                         ///< place in the history
    std::span<const Alternative> also_;
    std::vector<Best> also_best_;
};

}  // namespace gradus::gbdt
