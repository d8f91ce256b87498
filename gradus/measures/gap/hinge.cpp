#include "gradus/measures/gap/hinge.hpp"

#include <algorithm>

#include "gradus/measures/gap/levels.hpp"
#include "gradus/measures/precision/worst_order.hpp"

namespace gradus {

std::vector<ThresholdHinge> threshold_hinges(const ScoredList& list,
                                             std::span<const double> g,
                                             Scratch& scratch) {
    const GapThresholds thresholds(g);
    const AcceptChance accepts = thresholds.accepts(list.ideal, list.highest);
    const double total = accepted_total(list.ideal, accepts);
    const double most = g.empty() ? highest_grade(list.highest, list.ideal)
                                  : static_cast<double>(thresholds.count());
    const std::span<double> gradients = scratch.array<double>(list.size());
    std::vector<ThresholdHinge> hinges;
    for (std::size_t j = 1; static_cast<double>(j) <= most; ++j) {
        const auto grade = static_cast<double>(j);
        const double mass = accepts(grade) - accepts(grade - 1.0);
        const double weight = total > 0.0 ? mass * relevant_count(list.ideal, grade) / total : 0.0;
        const AveragePrecisionArgmax argmax({.rel = grade});
        hinges.push_back({weight, argmax.hinge(list, gradients, scratch)});
    }
    return hinges;
}

double GapHinge::hinge(const ScoredList& list,
                       std::span<double> gradients,
                       Scratch& scratch) const {
    std::ranges::fill(gradients, 0.0);
    const AcceptChance accepts = thresholds_.accepts(list.ideal, list.highest);
    const double total = accepted_total(list.ideal, accepts);
    const std::span<double> part = scratch.array<double>(list.size());
    double sum = 0.0;
    for_each_level(list.ideal, accepts, [&](double grade, double mass, double documents) {
        const double weight = mass * documents / total;
        sum += weight * AveragePrecisionArgmax({.rel = grade}).hinge(list, part, scratch);
        for (std::size_t i = 0; i < part.size(); ++i) gradients[i] += weight * part[i];
    });
    return sum;
}

double GapHinge::discriminant(const ScoredList& list,
                              std::span<const std::uint32_t> order,
                              Scratch& /*scratch*/) const {
    const AcceptChance accepts = thresholds_.accepts(list.ideal, list.highest);
    const double total = accepted_total(list.ideal, accepts);
    double sum = 0.0;
    for_each_level(list.ideal, accepts, [&](double grade, double mass, double documents) {
        sum += mass * documents / total * pairwise_discriminant(list, grade, order);
    });
    return sum;
}

}  // namespace gradus
