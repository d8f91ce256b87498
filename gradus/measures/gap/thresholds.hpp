#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace gradus {

/// G(l) = g_1 + … + g_l, the chance that a user drawn at random finds a document of grade l
/// relevant.
class AcceptChance {
  public:
    /// G(l) = l/most.
    static AcceptChance balanced(double most) { return {{}, most}; }
    /// G by whole grade, from 0; higher grades count as the last.
    static AcceptChance table(std::span<const double> cumulated) { return {cumulated, 0.0}; }

    double operator()(double grade) const;

  private:
    AcceptChance(std::span<const double> cumulated, double most)
        : cumulated_(cumulated), most_(most) {}

    std::span<const double> cumulated_;
    double most_;
};

/// g_1 … g_c: how probable it is that a user finds relevant the grades from j on (Robertson,
/// Kanoulas & Yilmaz, SIGIR 2010). Empty = balanced, 1/c each with c the highest grade of the data.
class GapThresholds {
  public:
    explicit GapThresholds(std::span<const double> g);

    std::size_t count() const { return cumulated_.empty() ? 0 : cumulated_.size() - 1; }
    /// G for the lists of one query.
    AcceptChance accepts(std::span<const double> ideal, double highest) const;

  private:
    std::vector<double> cumulated_;  // by grade, from 0
};

/// Z = Σ over all judged documents of G(grade).
double accepted_total(std::span<const double> ideal, const AcceptChance& accepts);

}  // namespace gradus
