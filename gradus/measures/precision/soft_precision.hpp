#pragma once

#include <cstddef>
#include <span>

#include "gradus/base/scratch.hpp"
#include "gradus/measures/abilities/soft_form.hpp"

namespace gradus {

/// Smooth graded precision as a ratio of expectations (Yilmaz & Robertson 2010; Robertson,
/// Kanoulas & Yilmaz 2010): (1/total) Σ_{worth_j > 0} Num_j/Den_j, Num_j = worth_j + Σ_{i≠j}
/// wins(i,j) min(worth_i, worth_j), Den_j = 1 + Σ_{i≠j} wins(i,j). Worths of 0 and 1 give average
/// precision. O(n²).
double soft_precision_ratio(std::span<const double> worths,
                            double total,
                            const Contests& contests,
                            std::span<double> gradients);

/// Smooth average precision as the expected ratio: (1/total) Σ_{relevant j} E[(1 + relevant above
/// j)/rank of j], ranks beyond the cutoff (0 = none) counting 0; each document's contests are
/// independent of each other. O(relevant · n · ranks).
double soft_precision_contest(std::span<const double> relevance,
                              double total,
                              std::size_t cutoff,
                              const Contests& contests,
                              std::span<double> gradients,
                              Scratch& scratch);

}  // namespace gradus
