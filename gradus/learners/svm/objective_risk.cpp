#include "gradus/learners/svm/objective_risk.hpp"

#include <algorithm>

#include "gradus/base/parallel.hpp"
#include "gradus/rank/ranking.hpp"

namespace gradus::svm {
namespace {

constexpr std::size_t queries_at_once = 8;

std::vector<std::size_t> queries_with_pairs(const Dataset& data, const BoundObjective& objective) {
    std::vector<std::size_t> queries;
    for (std::size_t query = 0; query < data.queries(); ++query)
        if (objective.has_pairs(query)) queries.push_back(query);
    return queries;
}

/// The objective of one query, from the scores of all documents; writes its slopes among theirs.
double evaluate_query(const Dataset& data,
                      const BoundObjective& objective,
                      std::size_t query,
                      std::span<const double> scores,
                      std::span<double> slopes,
                      Scratch& scratch) {
    scratch.clear();
    const std::size_t first = data.query_begins[query];
    const std::size_t size = data.query_size(query);
    const std::span<const double> own = scores.subspan(first, size);
    const std::span<std::uint32_t> order = scratch.array<std::uint32_t>(size);
    rank_by_score(own, order);
    return objective.evaluate({.query = query, .scores = own, .order = order},
                              scratch,
                              slopes.subspan(first, size),
                              scratch.array<double>(size));
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
      slopes_(data.documents()) {}

double ObjectiveRisk::at(std::span<const double> weights, std::span<double> gradient) {
    features_.score(weights, scores_);
    parallel_for(
        queries_.size(), queries_at_once, threads_, [&](std::size_t begin, std::size_t end) {
            Scratch scratch;
            for (std::size_t i = begin; i < end; ++i)
                values_[i] =
                    evaluate_query(data_, objective_, queries_[i], scores_, slopes_, scratch);
        });
    features_.pull_back(slopes_, gradient);
    for (double& slope : gradient) slope *= scale_;
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
      queries_(queries_with_pairs(data, objective)),
      scores_(data.documents()),
      slopes_(data.documents()) {}

double QueryRisks::at(std::size_t part,
                      std::span<const double> weights,
                      std::span<double> gradient) {
    features_.score(weights, scores_);
    Scratch scratch;
    const std::size_t query = queries_[part];
    const double value = evaluate_query(data_, objective_, query, scores_, slopes_, scratch);
    features_.pull_back(slopes_, gradient);
    std::ranges::fill(
        std::span(slopes_).subspan(data_.query_begins[query], data_.query_size(query)), 0.0);
    return value;
}

}  // namespace gradus::svm
