#pragma once

#include <span>
#include <vector>

#include "gradus/rank/ranking.hpp"

namespace gradus {

/// A point of the graded precision-recall curve. The area under the curve, Σ precision · step, is
/// graded average precision.
struct GradedPoint {
    double recall = 0.0;     ///< Σ_{m≤n} G(l(m))/Z
    double precision = 0.0;  ///< (1/n) Σ_{m≤n} G(min(l(m), l(n)))/G(l(n))
    double step = 0.0;       ///< of recall: G(l(n))/Z
};

/// The points at the ranks n of the documents that some user finds relevant, G(l(n)) > 0, in rank
/// order (Robertson, Kanoulas & Yilmaz, SIGIR 2010, section 3.2). `g` as in GAP; empty = balanced.
std::vector<GradedPoint> graded_precision_recall(const RankedList& list, std::span<const double> g);

}  // namespace gradus
