#pragma once

#include <cstddef>
#include <span>

#include "gradus/measures/abilities/expectation.hpp"

namespace gradus {

/// The documents of at least this grade.
double relevant_count(std::span<const double> grades, double threshold);

/// Σ of the precision (relevant in 1..r)/r at the rank r of each relevant document, added in rank
/// order; only ranks up to the cutoff (0 = none).
double precision_sum(std::span<const double> grades, double threshold, std::size_t cutoff = 0);

/// Its mean over all orders of each group of equal scores, given the positions behind their last
/// documents (McSherry & Najork, ECIR 2008). A group of n documents, r of them relevant, below t
/// documents, B of them relevant, adds (r/n) Σ_{k=1..n} [B + 1 + (k − 1)(r − 1)/(n − 1)]/(t + k).
double tied_precision_sum(std::span<const double> grades,
                          std::span<const std::size_t> group_ends,
                          double threshold,
                          std::size_t cutoff = 0);

/// By what average precision divides the sum of precisions: the relevant documents of the query,
/// the same but at most the cutoff, or those in the list.
enum class PrecisionOver : unsigned char { all, cutoff, retrieved };

/// Which average precision.
struct PrecisionRule {
    double rel = 1.0;  ///< lowest grade that is relevant
    PrecisionOver over = PrecisionOver::all;
    std::size_t cutoff = 0;  ///< 0 = none

    double total(std::span<const double> grades, std::span<const double> ideal) const;
};

/// weight · E[precision_sum at threshold levels[level]] = weight · Σ_n (q_n/n)(1 + Σ_{m<n} q_m),
/// q_n = P(grade at rank n >= levels[level]) (Yilmaz & Robertson 2010). Its gradients are written
/// to those of this level.
double expected_precision_sum(const GradeChances& chances,
                              std::size_t level,
                              double weight,
                              std::size_t cutoff,
                              std::span<double> gradients);

}  // namespace gradus
