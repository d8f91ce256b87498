#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gradus/objectives/pairs/lambda_pairs.hpp"

namespace gradus {

/// What Svore, Volkovs & Burges (WWW 2011, figures 2 to 4) look at while a model is
/// trained by lambdas.

/// The share of documents on which a second tier's gradients do not contradict the first's: equal
/// signs, or no gradient in the second. 1 for no documents.
double gradient_agreement(std::span<const double> first, std::span<const double> second);

/// For documents of high grade, which grades their partners have: the mean over such documents of
/// Σ_{partners of grade v} |f| / Σ_{all partners} |f| (eq. 11 with absolute forces), v = 0, 1, ….
/// Documents without a force count nothing. Collects over queries.
class PartnerGrades {
  public:
    /// Whole grades from 0 to `highest`; documents of grade `from` or more are looked at.
    PartnerGrades(std::size_t highest, double from) : shares_(highest + 1), from_(from) {}

    void add(const Measure& measure,
             const PairedList& query,
             const PairRule& rule,
             Scratch& scratch);
    /// Takes over what another has collected, of the same grades.
    void add(const PartnerGrades& other);

    std::size_t documents() const { return documents_; }
    /// They add to 1; all 0 where there was no document.
    std::vector<double> shares() const;

  private:
    std::vector<double> shares_;
    double from_;
    std::size_t documents_ = 0;
};

/// shares[v] = the share of the first `top` ranks held by documents of grade v (whole grades below
/// `count`); of the list's length where that is less.
std::vector<double> top_grade_shares(std::span<const double> ranked_grades,
                                     std::size_t top,
                                     std::size_t count);

/// How an order differs from the one before it.
struct RankChanges {
    double all = 0.0;  ///< share of documents whose rank changed
    double top = 0.0;  ///< share of the first ranks that hold another document
};
RankChanges rank_changes(std::span<const std::uint32_t> before,
                         std::span<const std::uint32_t> after,
                         std::size_t top);

}  // namespace gradus
