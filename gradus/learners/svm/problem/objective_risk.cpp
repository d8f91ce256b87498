#include "gradus/learners/svm/problem/objective_risk.hpp"

#include "gradus/base/parallel.hpp"
#include "gradus/rank/ranking.hpp"

namespace gradus::svm {
namespace {

constexpr std::size_t queries_at_once = 8;

std::vector<std::size_t> queries_with_pairs(const Dataset& data, const BoundObjective& objective) {
    std::vector<std::size_t> queries;
    for (std::size_t query = 0; query < data.queries(); ++query)
        if (objective.is_informative(query)) queries.push_back(query);
    return queries;
}

/// The objective of one query at the scores of its documents, with its gradients.
double evaluate_query(const BoundObjective& objective,
                      std::size_t query,
                      std::span<const double> scores,
                      std::span<double> score_gradients,
                      Scratch& scratch) {
    scratch.clear();
    const std::span<std::uint32_t> order = scratch.array<std::uint32_t>(scores.size());
    rank_by_score(scores, order);
    return objective.evaluate({.query = query, .scores = scores, .order = order},
                              scratch,
                              score_gradients,
                              scratch.array<double>(scores.size()));
}

}  // namespace

ObjectiveRisk::ObjectiveRisk(const Dataset& data,
                             const BoundObjective& objective,
                             const FeatureMap& features,
                             double scale,
                             unsigned threads)
    : data_(data),
      objective_(objective),
      features_(features),
      scale_(scale),
      threads_(threads),
      queries_(queries_with_pairs(data, objective)),
      values_(queries_.size()),
      scores_(data.documents()),
      score_gradients_(data.documents()) {}

double ObjectiveRisk::at(std::span<const double> weights, std::span<double> gradient) {
    features_.score(weights, 0, scores_);
    parallel_for(
        queries_.size(), queries_at_once, threads_, [&](std::size_t begin, std::size_t end) {
            Scratch scratch;
            for (std::size_t i = begin; i < end; ++i) {
                const std::size_t first = data_.query_begins[queries_[i]];
                const std::size_t size = data_.query_size(queries_[i]);
                values_[i] = evaluate_query(objective_,
                                            queries_[i],
                                            std::span(scores_).subspan(first, size),
                                            std::span(score_gradients_).subspan(first, size),
                                            scratch);
            }
        });
    features_.add_gradient(0, score_gradients_, gradient);
    for (double& score_gradient : gradient) score_gradient *= scale_;
    double sum = 0.0;
    for (const double value : values_) sum += value;
    return scale_ * sum;
}

QueryRisks::QueryRisks(const Dataset& data,
                       const BoundObjective& objective,
                       const FeatureMap& features)
    : data_(data),
      objective_(objective),
      features_(features),
      queries_(queries_with_pairs(data, objective)) {}

double QueryRisks::at(std::size_t part,
                      std::span<const double> weights,
                      std::span<double> gradient) {
    const std::size_t query = queries_[part];
    const std::size_t first = data_.query_begins[query];
    std::vector<double> scores(data_.query_size(query));
    std::vector<double> score_gradients(scores.size());
    features_.score(weights, first, scores);
    Scratch scratch;
    const double value = evaluate_query(objective_, query, scores, score_gradients, scratch);
    features_.add_gradient(first, score_gradients, gradient);
    return value;
}

}  // namespace gradus::svm
