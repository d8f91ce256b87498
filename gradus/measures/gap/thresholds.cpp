#include "gradus/measures/gap/thresholds.hpp"

#include <algorithm>

#include "gradus/rank/ranking.hpp"

namespace gradus {

double AcceptChance::operator()(double grade) const {
    if (cumulated_.empty()) return most_ > 0.0 ? grade / most_ : 0.0;
    const auto last = static_cast<double>(cumulated_.size() - 1);
    return cumulated_[static_cast<std::size_t>(std::min(grade, last))];
}

GapThresholds::GapThresholds(std::span<const double> g) {
    if (g.empty()) return;
    cumulated_.push_back(0.0);
    for (const double chance : g) cumulated_.push_back(cumulated_.back() + chance);
}

AcceptChance GapThresholds::accepts(std::span<const double> ideal, double highest) const {
    return cumulated_.empty() ? AcceptChance::balanced(highest_grade(highest, ideal))
                              : AcceptChance::table(cumulated_);
}

double accepted_total(std::span<const double> ideal, const AcceptChance& accepts) {
    double total = 0.0;
    for (const double grade : ideal) total += accepts(grade);
    return total;
}

}  // namespace gradus
