#include "gradus/measures/precision/worst_order.hpp"

#include "gradus/measures/abilities/binary_argmax.hpp"

namespace gradus {

ClimbLoss::ClimbLoss(std::size_t relevant, std::size_t nonrelevant, double total, Scratch& scratch)
    : relevant_(relevant),
      total_(total),
      harmonic_(scratch.array<double>(relevant + nonrelevant + 1)) {
    harmonic_[0] = 0.0;
    for (std::size_t i = 1; i < harmonic_.size(); ++i) {
        harmonic_[i] = harmonic_[i - 1] + 1.0 / static_cast<double>(i);
    }
}

double ClimbLoss::operator()(std::size_t j, std::size_t i) const {
    const auto before = static_cast<double>(j);
    const double with = (before + 1.0) * (harmonic_[j + 1 + relevant_] - harmonic_[j + 1 + i]);
    const double without = before * (harmonic_[j + relevant_] - harmonic_[j + i]);
    return (with - without) / total_;
}

std::optional<Violation> AveragePrecisionArgmax::violate(const ScoredList& list,
                                                         std::span<std::uint32_t> order,
                                                         Scratch& scratch) const {
    const TwoClasses classes = two_classes(list, threshold_, scratch);
    const std::size_t relevant = classes.relevant.size();
    const std::size_t nonrelevant = classes.nonrelevant.size();
    if (relevant == 0 || nonrelevant == 0) return std::nullopt;
    const double total = rule_.total(list.grades, list.ideal);
    if (rule_.cutoff == 0) {
        const ClimbLoss climb_loss(relevant, nonrelevant, total, scratch);
        best_flips(list.scores, classes, climb_loss, order, scratch);
    } else {
        const auto loss_of = [&](std::size_t i, std::size_t position) {
            if (position >= rule_.cutoff) return 0.0;
            return -static_cast<double>(i + 1) / static_cast<double>(position + 1) / total;
        };
        best_interleaving(list.scores, classes, loss_of, order, scratch);
    }
    const std::span<double> ranked = scratch.array<double>(list.size());
    for (std::size_t i = 0; i < ranked.size(); ++i) ranked[i] = list.grades[order[i]];
    return Violation{1.0 - precision_sum(ranked, threshold_, rule_.cutoff) / total,
                     pairwise_discriminant(list, threshold_, order)};
}

}  // namespace gradus
