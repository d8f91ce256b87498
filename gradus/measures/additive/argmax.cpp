#include <algorithm>

#include "gradus/measures/abilities/binary_argmax.hpp"
#include "gradus/measures/additive/additive_measure.hpp"

namespace gradus {
namespace {

/// With Ψ = Σ_i D(r_i) φ_i, loss + w·Ψ = 1 + Σ_i D(r_i)(s_i − gain_i/Z): sorting by that difference
/// is best. Ψ(best order) is the mean over all orders by gain, so that the order of the documents
/// in the data has no say.
class DiscountArgmax final : public Argmax {
  public:
    explicit DiscountArgmax(const AdditiveMeasure& measure) : measure_(measure) {}

    double hinge(const ScoredList& list,
                 std::span<double> gradients,
                 Scratch& scratch) const override {
        std::ranges::fill(gradients, 0.0);
        const std::span<std::uint32_t> order = scratch.array<std::uint32_t>(list.size());
        const Worst worst = find(list, order, scratch);
        if (!worst.violation) return 0.0;
        const std::span<const double> discounts = worst.discounts;
        for (std::size_t position = 0; position < order.size(); ++position) {
            gradients[order[position]] = discounts[position];
        }
        rank_by_score(worst.shares, order);
        for (std::size_t begin = 0; begin < order.size();) {
            std::size_t end = begin;
            double mean = 0.0;
            while (end < order.size() && worst.shares[order[end]] == worst.shares[order[begin]]) {
                mean += discounts[end++];
            }
            mean /= static_cast<double>(end - begin);
            while (begin < end) gradients[order[begin++]] -= mean;
        }
        double value = worst.violation->loss;
        for (std::size_t i = 0; i < list.size(); ++i) value += gradients[i] * list.scores[i];
        return value;
    }

    std::optional<Violation> violate(const ScoredList& list,
                                     std::span<std::uint32_t> order,
                                     Scratch& scratch) const override {
        return find(list, order, scratch).violation;
    }
    double discriminant(const ScoredList& list,
                        std::span<const std::uint32_t> order,
                        Scratch& scratch) const override {
        return discriminant_of(
            list, order, measure_.lay_out(list.size(), list.ideal, list.highest, scratch));
    }

  private:
    struct Worst {
        std::optional<Violation> violation;
        std::span<const double> shares;  ///< gain/Z by document
        std::span<const double> discounts;
    };

    static double discriminant_of(const ScoredList& list,
                                  std::span<const std::uint32_t> order,
                                  const AdditiveLayout& layout) {
        double sum = 0.0;
        for (std::size_t position = 0; position < layout.reach; ++position)
            sum += layout.discounts[position] * list.scores[order[position]];
        return sum;
    }

    Worst find(const ScoredList& list, std::span<std::uint32_t> order, Scratch& scratch) const {
        const AdditiveLayout layout =
            measure_.lay_out(list.size(), list.ideal, list.highest, scratch);
        if (layout.normaliser == 0.0) return {};
        const std::span<const double> shares = measure_.shares(list.grades, layout, scratch);
        if (std::ranges::adjacent_find(shares, std::not_equal_to()) == shares.end()) return {};
        const std::span<double> keys = scratch.array<double>(list.size());
        for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = list.scores[i] - shares[i];
        rank_by_score(keys, order);
        Violation violation{.loss = 1.0, .discriminant = discriminant_of(list, order, layout)};
        for (std::size_t position = 0; position < layout.reach; ++position)
            violation.loss -= layout.discounts[position] * shares[order[position]];
        return {violation, shares, layout.discounts};
    }

    const AdditiveMeasure& measure_;
};

/// Over two classes with the pairwise Ψ: each relevant document adds −D(r)/Z to the loss.
class TwoClassArgmax final : public PairwiseArgmax {
  public:
    TwoClassArgmax(double threshold, const AdditiveLayout& layout)
        : PairwiseArgmax(threshold), layout_(layout) {}

    std::optional<Violation> violate(const ScoredList& list,
                                     std::span<std::uint32_t> order,
                                     Scratch& scratch) const override {
        const TwoClasses classes = two_classes(list, threshold_, scratch);
        if (classes.relevant.empty() || classes.nonrelevant.empty()) return {};
        if (layout_.normaliser == 0.0) return {};
        const auto share = [&](std::size_t position) {
            return layout_.discounts[position] / layout_.normaliser;
        };
        if (layout_.whole) {
            const std::size_t relevant = classes.relevant.size();
            const auto flip_loss = [&](std::size_t j, std::size_t i) {
                return share(i + j) - share(relevant + j);
            };
            best_flips(list.scores, classes, flip_loss, order, scratch);
        } else {
            const auto loss_of = [&](std::size_t /*i*/, std::size_t position) {
                return -share(position);
            };
            best_interleaving(list.scores, classes, loss_of, order, scratch);
        }
        double loss = 1.0;
        for (std::size_t position = 0; position < layout_.reach; ++position) {
            if (list.grades[order[position]] >= threshold_) loss -= share(position);
        }
        return Violation{loss, pairwise_discriminant(list, threshold_, order)};
    }

  private:
    AdditiveLayout layout_;
};

/// A binary gain has the two classes.
class PairsArgmax final : public Argmax {
  public:
    explicit PairsArgmax(const AdditiveMeasure& measure) : measure_(measure) {}

    double hinge(const ScoredList& list,
                 std::span<double> gradients,
                 Scratch& scratch) const override {
        return of_classes(list, scratch).hinge(list, gradients, scratch);
    }
    std::optional<Violation> violate(const ScoredList& list,
                                     std::span<std::uint32_t> order,
                                     Scratch& scratch) const override {
        return of_classes(list, scratch).violate(list, order, scratch);
    }
    double discriminant(const ScoredList& list,
                        std::span<const std::uint32_t> order,
                        Scratch& /*scratch*/) const override {
        return pairwise_discriminant(list, measure_.form().gain.threshold(), order);
    }

  private:
    TwoClassArgmax of_classes(const ScoredList& list, Scratch& scratch) const {
        return {measure_.form().gain.threshold(),
                measure_.lay_out(list.size(), list.ideal, list.highest, scratch)};
    }

    const AdditiveMeasure& measure_;
};

/// Gains add up over thresholds: with the gains g_0 < g_1 < … that occur, the measure is a constant
/// and Σ_t (g_t − g_{t−1}) Z_t · (that of two classes, gains from g_t on against the others, best
/// 1), Z_t the discounts of the best ranks of the first class. So do the hinges: a convex bound of
/// 1 − measure, which has nothing to say on the order of equal gains, and belongs to no single
/// ranking.
class ThresholdArgmax final : public Argmax {
  public:
    explicit ThresholdArgmax(const AdditiveMeasure& measure) : measure_(measure) {}

    double hinge(const ScoredList& list,
                 std::span<double> gradients,
                 Scratch& scratch) const override {
        std::ranges::fill(gradients, 0.0);
        const std::span<double> part = scratch.array<double>(list.size());
        double sum = 0.0;
        const std::optional<double> best = for_each_threshold(
            list,
            scratch,
            [&](const ScoredList& by_share, const TwoClassArgmax& argmax, double weight) {
                sum += weight * argmax.hinge(by_share, part, scratch);
                for (std::size_t i = 0; i < part.size(); ++i) gradients[i] += weight * part[i];
            });
        // No order of these documents is above the best.
        return best ? std::max(0.0, 1.0 - *best) + sum : 0.0;
    }

    double discriminant(const ScoredList& list,
                        std::span<const std::uint32_t> order,
                        Scratch& scratch) const override {
        double sum = 0.0;
        for_each_threshold(
            list,
            scratch,
            [&](const ScoredList& by_share, const TwoClassArgmax& argmax, double weight) {
                sum += weight * argmax.discriminant(by_share, order, scratch);
            });
        return sum;
    }

    std::optional<Violation> violate(const ScoredList& /*list*/,
                                     std::span<std::uint32_t> /*order*/,
                                     Scratch& /*scratch*/) const override {
        return std::nullopt;
    }

  private:
    /// Calls part(list with shares for grades, the two classes, weight) for each threshold. The
    /// value of the best order; nothing where the query asks nothing.
    template <class Part>
    std::optional<double> for_each_threshold(const ScoredList& list,
                                             Scratch& scratch,
                                             const Part& part) const {
        AdditiveLayout layout = measure_.lay_out(list.size(), list.ideal, list.highest, scratch);
        if (layout.normaliser == 0.0) return std::nullopt;
        ScoredList by_share = list;
        by_share.grades = measure_.shares(list.grades, layout, scratch);
        const std::span<double> ideal = scratch.array<double>(list.size());
        std::ranges::copy(by_share.grades, ideal.begin());
        std::ranges::sort(ideal, std::greater());
        if (ideal.empty() || ideal.front() == ideal.back()) return std::nullopt;
        double best = 0.0;
        layout.normaliser = 0.0;
        for (std::size_t rank = 1; rank <= ideal.size(); ++rank) {
            best += ideal[rank - 1] * layout.discounts[rank - 1];
            layout.normaliser += layout.discounts[rank - 1];
            if (rank == ideal.size() || ideal[rank] == ideal[rank - 1]) continue;
            part(by_share,
                 TwoClassArgmax(ideal[rank - 1], layout),
                 (ideal[rank - 1] - ideal[rank]) * layout.normaliser);
        }
        return best;
    }

    const AdditiveMeasure& measure_;
};

}  // namespace

std::unique_ptr<const Argmax> additive_argmax(const AdditiveMeasure& measure) {
    switch (measure.form().psi) {
        case Psi::thresholds:
            return std::make_unique<ThresholdArgmax>(measure);
        case Psi::discount:
            return std::make_unique<DiscountArgmax>(measure);
        case Psi::pairs:
            return std::make_unique<PairsArgmax>(measure);
        case Psi::none:
            break;
    }
    return nullptr;
}

}  // namespace gradus
