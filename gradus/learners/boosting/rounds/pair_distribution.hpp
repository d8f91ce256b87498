#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gradus/data/dataset.hpp"

namespace gradus::boosting {

/// Which documents of a query should stand above which.
enum class PairRule : unsigned char {
    grades,  ///< any of a higher grade
    top      ///< one with a grade above 0 above one without
};

/// RankBoost's distribution over the pairs of all queries, D(u, v) ∝ e^(s_v − s_u) for u to stand
/// above v (Freund et al. 2003; by the scores it is the product of all its updates). Pairs are not
/// listed: a document's potential, Σ_v D(x, v) − Σ_u D(u, x), needs only sums over grades.
/// Documents without a grade have no pairs.
class PairDistribution {
  public:
    /// At scores of 0. Error where there is no such label column.
    PairDistribution(const Dataset& data,
                     const std::string& labels,
                     PairRule rule,
                     unsigned threads);

    /// The documents that have pairs; from here on they are known by their places here.
    std::span<const std::uint32_t> documents() const { return documents_; }
    /// How many pairs there are.
    double pairs() const { return pairs_; }

    /// By place.
    void update(std::span<const double> scores);

    /// By place.
    std::span<const double> potentials() const { return potentials_; }
    /// The logarithm of the mean over all pairs of e^(s_v − s_u): of a bound of the share of pairs
    /// in the wrong order.
    double log_mean() const;
    /// D of a pair, by its scores.
    double weight(double above, double below) const;

  private:
    struct Query {
        std::size_t begin;         ///< place of its first document
        std::size_t end;           ///< and behind its last
        std::size_t first_class;   ///< in class_ends_
        std::size_t behind_class;  ///< the last one
    };
    void add_query(std::span<const float> grades, std::size_t first, PairRule rule);

    unsigned threads_;
    std::vector<std::uint32_t> documents_;  ///< by query, then by rising class
    std::vector<Query> queries_;
    std::vector<std::size_t> class_ends_;  ///< within the query
    double pairs_ = 0.0;
    std::vector<double> above_;       ///< exponents as pair_exponents() tells them
    std::vector<double> potentials_;  ///< at first the other exponents
    double log_total_ = 0.0;
};

}  // namespace gradus::boosting
