#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gradus/evaluation/trec_eval/measures.hpp"

namespace gradus::trec_eval {

/// What the documents of one query are worth: their grade, or what the user says of that grade.
class Gains {
  public:
    /// `values` as typed in `-m ndcg.1=3,2=9`.
    Gains(const Retrieved& list, const std::map<std::string, double>& values);

    double of(std::int64_t grade) const;
    /// The gains above 0 of all judged documents, highest first.
    const std::vector<double>& ideal() const { return ideal_; }
    double least() const { return least_; }
    double most() const { return most_; }

  private:
    std::map<std::int64_t, double> given_;
    std::vector<double> ideal_;
    double least_ = 0.0;
    double most_ = 0.0;
};

/// Σ gain/log2(rank + 1), over the retrieved and over the best possible list, and their ratio.
double discounted_gain(const Retrieved& list, const Gains& gains);
double ideal_discounted_gain(const Retrieved& list, const Gains& gains);
double ndcg(const Retrieved& list, const Gains& gains);
/// The mean of NDCG@r over the ranks r of relevant documents; those not retrieved stand for the end
/// of the list.
double ndcg_at_relevant(const Retrieved& list, const Gains& gains);
/// The mean of NDCG@r over the ranks r behind which the ideal gain falls, and the end of the list.
double ndcg_at_levels(const Retrieved& list, const Gains& gains);
/// With the grades as gains.
double ndcg_at(const Retrieved& list, double cutoff);
/// Σ gain/log2(2 + what the best list would have gained more so far), over Σ of all gains.
double normalised_gain(const Retrieved& list, const Gains& gains);
/// (1 − p) Σ gain·p^(rank − 1), with gains scaled to lie in [0, 1] where they don't.
double rank_biased_precision(const Retrieved& list, const Gains& gains, double p);

}  // namespace gradus::trec_eval
