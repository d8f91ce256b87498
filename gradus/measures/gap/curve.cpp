#include "gradus/measures/gap/curve.hpp"

#include <algorithm>

#include "gradus/measures/gap/thresholds.hpp"

namespace gradus {

std::vector<GradedPoint> graded_precision_recall(const RankedList& list,
                                                 std::span<const double> g) {
    const GapThresholds thresholds(g);
    const AcceptChance accepts = thresholds.accepts(list.ideal, list.highest);
    const double total = accepted_total(list.ideal, accepts);
    std::vector<GradedPoint> points;
    double recall = 0.0;
    for (std::size_t n = 0; n < list.grades.size(); ++n) {
        const double own = accepts(list.grades[n]);
        if (own <= 0.0) continue;
        double shared = 0.0;  // G is monotone: G(min) = min(G)
        for (std::size_t m = 0; m <= n; ++m) shared += std::min(accepts(list.grades[m]), own);
        recall += own;
        points.push_back(
            {recall / total, shared / (static_cast<double>(n + 1) * own), own / total});
    }
    return points;
}

}  // namespace gradus
