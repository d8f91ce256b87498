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
                 std::span<double> slopes,
                 Scratch& scratch) const override {
        std::ranges::fill(slopes, 0.0);
        const std::span<std::uint32_t> order = scratch.array<std::uint32_t>(list.size());
        const Worst worst = find(list, order, scratch);
        if (!worst.violation) return 0.0;
        const std::span<const double> discounts = worst.discounts;
        for (std::size_t position = 0; position < order.size(); ++position) {
            slopes[order[position]] = discounts[position];
        }
        rank_by_score(worst.shares, order);
        for (std::size_t begin = 0; begin < order.size();) {
            std::size_t end = begin;
            double mean = 0.0;
            while (end < order.size() && worst.shares[order[end]] == worst.shares[order[begin]]) {
                mean += discounts[end++];
            }
            mean /= static_cast<double>(end - begin);
            while (begin < end) slopes[order[begin++]] -= mean;
        }
        double value = worst.violation->loss;
        for (std::size_t i = 0; i < list.size(); ++i) value += slopes[i] * list.scores[i];
        return value;
    }

    std::optional<Violation> violate(const ScoredList& list,
                                     std::span<std::uint32_t> order,
                                     Scratch& scratch) const override {
        return find(list, order, scratch).violation;
    }

  private:
    struct Worst {
        std::optional<Violation> violation;
        std::span<const double> shares;  ///< gain/Z by document
        std::span<const double> discounts;
    };

    Worst find(const ScoredList& list, std::span<std::uint32_t> order, Scratch& scratch) const {
        const AdditiveLayout layout =
            measure_.lay_out(list.size(), list.ideal, list.highest, scratch);
        if (layout.normaliser == 0.0) return {};
        const std::span<const double> shares = measure_.shares(list.grades, layout, scratch);
        if (std::ranges::adjacent_find(shares, std::not_equal_to()) == shares.end()) return {};
        const std::span<double> keys = scratch.array<double>(list.size());
        for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = list.scores[i] - shares[i];
        rank_by_score(keys, order);
        Violation violation{.loss = 1.0, .discriminant = 0.0};
        for (std::size_t position = 0; position < layout.reach; ++position) {
            const std::uint32_t document = order[position];
            violation.loss -= layout.discounts[position] * shares[document];
            violation.discriminant += layout.discounts[position] * list.scores[document];
        }
        return {violation, shares, layout.discounts};
    }

    const AdditiveMeasure& measure_;
};

/// Over two classes with the pairwise Ψ: each relevant document adds −D(r)/Z to the loss.
class PairsArgmax final : public PairwiseArgmax {
  public:
    explicit PairsArgmax(const AdditiveMeasure& measure)
        : PairwiseArgmax(measure.form().gain.threshold()), measure_(measure) {}

    std::optional<Violation> violate(const ScoredList& list,
                                     std::span<std::uint32_t> order,
                                     Scratch& scratch) const override {
        const TwoClasses classes = two_classes(list, threshold_, scratch);
        if (classes.relevant.empty() || classes.nonrelevant.empty()) return {};
        const AdditiveLayout layout =
            measure_.lay_out(list.size(), list.ideal, list.highest, scratch);
        if (layout.normaliser == 0.0) return {};
        const auto share = [&](std::size_t position) {
            return layout.discounts[position] / layout.normaliser;
        };
        if (layout.whole) {
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
        for (std::size_t position = 0; position < layout.reach; ++position) {
            if (list.grades[order[position]] >= threshold_) loss -= share(position);
        }
        return Violation{loss, pairwise_discriminant(list, threshold_, order)};
    }

  private:
    const AdditiveMeasure& measure_;
};

}  // namespace

std::unique_ptr<const Argmax> additive_argmax(const AdditiveMeasure& measure) {
    switch (measure.form().psi) {
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
