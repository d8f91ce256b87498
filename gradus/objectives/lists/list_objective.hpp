#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "gradus/objectives/bound_labels.hpp"
#include "gradus/objectives/objective.hpp"
#include "gradus/objectives/pairs/pair_cost.hpp"

namespace gradus {

/// Documents, the places where they stand, and what is known of them.
struct JudgedList {
    std::span<std::uint32_t> places;
    std::span<double> grades;
    std::span<double> scores;
    std::span<double> weights = {};  ///< empty where those of the query are all the same

    std::size_t size() const { return places.size(); }
    /// Of a document with a grade above 0, and one without.
    bool is_top_pair(std::size_t i, std::size_t j) const {
        return grades[i] > 0.0 && grades[j] <= 0.0;
    }
};

/// First and second derivatives by score.
struct ListDerivatives {
    std::span<double> gradients;
    std::span<double> hessians;
};

/// The documents of a list with a grade above 0; places are those in the list.
JudgedList top_documents(const JudgedList& list, Scratch& scratch);
/// How many pairs there are of such a document and another.
double top_pairs(const JudgedList& list);
/// How many grades, the highest first, are above 0.
std::size_t top_size(std::span<const double> ideal);

/// The sum over pairs of documents of `factor` times what terms(i, j) says, to whose derivatives it
/// adds; is_above(i, j) tells which pairs count, those in which i should stand above j.
template <class IsAbove, class Terms>
double add_pairs(std::size_t documents,
                 double factor,
                 const IsAbove& is_above,
                 const Terms& terms,
                 const ListDerivatives& to) {
    double value = 0.0;
    for (std::size_t i = 0; i < documents; ++i) {
        for (std::size_t j = 0; j < documents; ++j) {
            if (!is_above(i, j)) continue;
            const PairTerms own = terms(i, j);
            value += factor * own.cost;
            to.gradients[i] -= factor * own.force;
            to.gradients[j] += factor * own.force;
            to.hessians[i] += factor * own.hessian;
            to.hessians[j] += factor * own.hessian;
        }
    }
    return value;
}

/// The base of objectives that look at the list of documents with a grade, and leave the others
/// out. The mean weight of these documents is the weight of the query: it multiplies the value and
/// all derivatives, so that the gradients stay those of the value whatever the weights.
class BoundListObjective : public BoundObjective {
  public:
    BoundListObjective(const Dataset& data, const std::string& labels, unsigned threads)
        : labels_(data, labels, threads) {}

    /// Where grades differ.
    bool is_informative(std::size_t query) const override;
    double evaluate(const ScoredQuery<double>& query,
                    Scratch& scratch,
                    std::span<double> gradients,
                    std::span<double> hessians) const final;

  protected:
    /// Grades of a query, the highest first.
    std::span<const double> ideal(std::size_t query) const { return labels_.ideal(query); }
    /// The highest grade of all queries.
    double highest() const { return labels_.highest(); }
    /// Error where the measure cannot measure one of the grades.
    void check_measurable(const Measure& measure, const std::string& text) const {
        labels_.check_measurable(measure, text);
    }
    /// The value of a query that has pairs; adds the derivatives, by place in the list.
    virtual double add(const JudgedList& list,
                       const ScoredQuery<double>& query,
                       Scratch& scratch,
                       const ListDerivatives& to) const = 0;

    /// True where add() itself gives each term its weight when `list.weights` has any.
    virtual bool weighs_terms() const { return false; }

  private:
    BoundLabels labels_;
};

}  // namespace gradus
