#pragma once

#include <memory>
#include <vector>

#include "gradus/learners/svm/problem/feature_map.hpp"
#include "gradus/learners/svm/solvers/cutting_plane.hpp"
#include "gradus/learners/svm/solvers/n_slack.hpp"
#include "gradus/objectives/objective.hpp"

namespace gradus::svm {

/// scale · Σ over queries of a convex objective, as a function of the weights.
class ObjectiveRisk final : public Risk {
  public:
    /// All must outlive it.
    ObjectiveRisk(const Dataset& data,
                  const BoundObjective& objective,
                  const FeatureMap& features,
                  double scale,
                  unsigned threads);

    std::size_t dimensions() const override { return features_.dimensions(); }
    double at(std::span<const double> weights, std::span<double> gradient) override;

    void set_scale(double scale) { scale_ = scale; }
    /// Queries that ask something.
    std::size_t queries() const { return queries_.size(); }
    /// Of those queries, at the last at().
    std::span<const double> values() const { return values_; }

  private:
    const Dataset& data_;
    const BoundObjective& objective_;
    const FeatureMap& features_;
    double scale_;
    unsigned threads_;
    std::vector<std::size_t> queries_;
    std::vector<double> values_;
    std::vector<double> scores_;
    std::vector<double> score_gradients_;
};

/// The same query by query, without a scale.
class QueryRisks final : public SplitRisk {
  public:
    QueryRisks(const Dataset& data, const BoundObjective& objective, const FeatureMap& features);

    std::size_t dimensions() const override { return features_.dimensions(); }
    std::size_t size() const override { return queries_.size(); }
    double at(std::size_t part,
              std::span<const double> weights,
              std::span<double> gradient) override;

  private:
    const Dataset& data_;
    const BoundObjective& objective_;
    const FeatureMap& features_;
    std::vector<std::size_t> queries_;  ///< that ask something
};

}  // namespace gradus::svm
