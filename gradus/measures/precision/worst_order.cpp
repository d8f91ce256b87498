#include "gradus/measures/precision/worst_order.hpp"

#include "gradus/measures/precision/precision_sum.hpp"

namespace gradus {

ClimbGains::ClimbGains(std::span<const double> relevant,
                       std::span<const double> nonrelevant,
                       double total,
                       Scratch& scratch)
    : relevant_(relevant.size()),
      nonrelevant_(nonrelevant),
      total_(total),
      harmonic_(scratch.array<double>(relevant.size() + nonrelevant.size() + 1)),
      score_sum_(scratch.array<double>(relevant.size() + 1)) {
    harmonic_[0] = 0.0;
    for (std::size_t i = 1; i < harmonic_.size(); ++i) {
        harmonic_[i] = harmonic_[i - 1] + 1.0 / static_cast<double>(i);
    }
    score_sum_[0] = 0.0;
    for (std::size_t i = 0; i < relevant_; ++i) score_sum_[i + 1] = score_sum_[i] + relevant[i];
}

double ClimbGains::gain(std::size_t j, std::size_t above) const {
    const auto before = static_cast<double>(j);
    const double with = (before + 1.0) * (harmonic_[j + 1 + relevant_] - harmonic_[j + 1 + above]);
    const double without = before * (harmonic_[j + relevant_] - harmonic_[j + above]);
    const double scores = score_sum_[relevant_] - score_sum_[above] -
                          static_cast<double>(relevant_ - above) * nonrelevant_[j];
    const double pairs = static_cast<double>(relevant_) * static_cast<double>(nonrelevant_.size());
    return (with - without) / total_ - 2.0 * scores / pairs;
}

void ClimbGains::best(std::span<std::size_t> above) const {
    best(0, above.size(), 0, relevant_, above);
}

void ClimbGains::best(std::size_t first,
                      std::size_t end,
                      std::size_t least,
                      std::size_t most,
                      std::span<std::size_t> above) const {
    if (first == end) return;
    const std::size_t middle = first + (end - first) / 2;
    std::size_t best_above = most;
    double best_gain = gain(middle, most);
    for (std::size_t candidate = most; candidate-- > least;) {
        const double candidate_gain = gain(middle, candidate);
        if (candidate_gain > best_gain) {
            best_gain = candidate_gain;
            best_above = candidate;
        }
    }
    above[middle] = best_above;
    best(first, middle, least, best_above, above);
    best(middle + 1, end, best_above, most, above);
}

std::optional<Violation> AveragePrecisionArgmax::violate(const ScoredList& list,
                                                         std::span<std::uint32_t> order,
                                                         Scratch& scratch) const {
    const TwoClasses classes = two_classes(list, threshold_, scratch);
    if (classes.relevant.empty() || classes.nonrelevant.empty()) return std::nullopt;
    const auto scores_of = [&](std::span<const std::uint32_t> documents) {
        const std::span<double> scores = scratch.array<double>(documents.size());
        for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = list.scores[documents[i]];
        return scores;
    };
    const double total = retrieved_only_ ? static_cast<double>(classes.relevant.size())
                                         : relevant_count(list.ideal, threshold_);
    const ClimbGains gains(
        scores_of(classes.relevant), scores_of(classes.nonrelevant), total, scratch);
    const std::span<std::size_t> above = scratch.array<std::size_t>(classes.nonrelevant.size());
    gains.best(above);

    double precisions = 0.0;
    std::size_t position = 0;
    std::size_t j = 0;
    for (std::size_t i = 0; i <= classes.relevant.size(); ++i) {
        while (j < above.size() && above[j] == i) order[position++] = classes.nonrelevant[j++];
        if (i == classes.relevant.size()) break;
        order[position++] = classes.relevant[i];
        precisions += static_cast<double>(i + 1) / static_cast<double>(position);
    }
    return Violation{1.0 - precisions / total, pairwise_discriminant(list, threshold_, order)};
}

}  // namespace gradus
