// Reciprocal rank: Kantor & Voorhees, TREC-5, 1996.

#include "gradus/measures/binary_params.hpp"
#include "gradus/measures/cascade/cascade.hpp"

namespace gradus {
namespace {

/// Where the first relevant document stands below c nonrelevant ones, these are the best c of them,
/// and each other takes its best place below it: loss + w·Ψ for all c by sums along both classes,
/// O(n log n) for sorting them.
class RrArgmax final : public PairwiseArgmax {
  public:
    RrArgmax(double threshold, StopWorth worth) : PairwiseArgmax(threshold), worth_(worth) {}

    std::optional<Violation> violate(const ScoredList& list,
                                     std::span<std::uint32_t> order,
                                     Scratch& scratch) const override {
        const TwoClasses classes = two_classes(list, threshold_, scratch);
        const std::size_t relevant = classes.relevant.size();
        const std::size_t nonrelevant = classes.nonrelevant.size();
        if (relevant == 0 || nonrelevant == 0) return std::nullopt;
        const std::span<std::size_t> places = scratch.array<std::size_t>(nonrelevant);
        const std::size_t above = first_rank(list, classes, places);
        std::size_t position = 0;
        std::size_t j = 0;
        while (j < above) order[position++] = classes.nonrelevant[j++];
        for (std::size_t i = 0; i < relevant; ++i) {
            order[position++] = classes.relevant[i];
            while (j < nonrelevant && places[j] <= i + 1) {
                order[position++] = classes.nonrelevant[j++];
            }
        }
        return Violation{1.0 - worth_.at(above, list.size()),
                         pairwise_discriminant(list, threshold_, order)};
    }

  private:
    /// The best number of nonrelevant documents above the first relevant one (the least on ties);
    /// places[j] = how many relevant documents stand above nonrelevant document j if it is not
    /// among these.
    std::size_t first_rank(const ScoredList& list,
                           const TwoClasses& classes,
                           std::span<std::size_t> places) const {
        const auto relevant = static_cast<double>(classes.relevant.size());
        const double pairs = relevant * static_cast<double>(places.size());
        double later = 0.0;  // Σ of the relevant scores below nonrelevant document j in its place
        for (std::size_t i = 1; i < classes.relevant.size(); ++i) {
            later += list.scores[classes.relevant[i]];
        }
        const double all = later + list.scores[classes.relevant[0]];
        std::size_t best = 0;
        double best_gain = -worth_.at(0, list.size());
        double flips = 0.0;  // w·Ψ with the documents up to j on top less w·Ψ without
        std::size_t place = 1;
        for (std::size_t j = 0; j < places.size(); ++j) {
            const double score = list.scores[classes.nonrelevant[j]];
            while (place < classes.relevant.size() &&
                   list.scores[classes.relevant[place]] >= score) {
                later -= list.scores[classes.relevant[place++]];
            }
            places[j] = place;
            // On top it loses to none of the `place` relevant ones that stand above it otherwise.
            const double passed = all - later;
            flips += 2.0 * (static_cast<double>(place) * score - passed) / pairs;
            const double gain = flips - worth_.at(j + 1, list.size());
            if (gain > best_gain) {
                best_gain = gain;
                best = j + 1;
            }
        }
        return best;
    }

    StopWorth worth_;
};

/// 1/(rank of the first relevant document), 0 where there is none up to the cutoff: a cascade whose
/// reader stops at the first relevant document for certain.
class Rr final : public Cascade {
  public:
    Rr(const BinaryParams& params, std::size_t cutoff)
        : Cascade({cutoff}), params_(params), argmax_(params.rel, worth()) {}

    const Argmax* violate() const override { return &argmax_; }

    /// In the first group with a relevant document, r of n, its k-th is the first relevant one with
    /// the chance C(n − k, r − 1)/C(n, r) (McSherry & Najork, ECIR 2008).
    std::optional<double> expected_over_ties(
        const RankedList& list, std::span<const std::size_t> group_ends) const override {
        const auto first = std::ranges::find_if(
            list.grades, [this](double grade) { return grade >= params_.rel; });
        const auto position = static_cast<std::size_t>(first - list.grades.begin());
        const auto group = std::ranges::upper_bound(group_ends, position);
        if (group == group_ends.end()) return 0.0;
        const std::size_t begin = group == group_ends.begin() ? 0 : *std::prev(group);
        const auto relevant = static_cast<double>(
            std::ranges::count_if(list.grades.subspan(begin, *group - begin),
                                  [this](double grade) { return grade >= params_.rel; }));
        double none_yet = 1.0;
        double value = 0.0;
        for (std::size_t rank = begin; rank < *group && none_yet > 0.0; ++rank) {
            const double here = relevant / static_cast<double>(*group - rank);
            value += none_yet * here * worth().at(rank, list.grades.size());
            none_yet *= 1.0 - here;
        }
        return value;
    }

  private:
    StopChance stop_chance(std::span<const double> /*ideal*/, double /*highest*/) const override {
        return StopChance::certain(params_.rel);
    }

    BinaryParams params_;
    RrArgmax argmax_;
};

}  // namespace

namespace measures {
extern const MeasureEntry rr_entry{
    .name = "rr",
    .summary = "reciprocal rank of the first relevant document",
    .reference = "Kantor & Voorhees 1996",
    .aliases = "mrr recip_rank reciprocal_rank",
    .examples = "RR RR(rel=2) RR@3",
    .params = [] { return describe_params<BinaryParams>(); },
    .make = [](const Spec& spec, const Where& where) -> std::unique_ptr<const Measure> {
        return std::make_unique<Rr>(params_from<BinaryParams>(spec, where), spec.cutoff);
    },
};
}  // namespace measures

}  // namespace gradus
