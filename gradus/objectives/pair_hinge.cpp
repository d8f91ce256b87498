#include "gradus/objectives/pair_hinge.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

#include "gradus/base/prefix_sums.hpp"
#include "gradus/objectives/lists/list_objective.hpp"
#include "gradus/objectives/objective_text.hpp"

namespace gradus {
namespace {

/// Some documents: how many, and the sums of their scores and of the squares.
struct Group {
    double count = 0.0;
    double sum = 0.0;
    double squares = 0.0;

    Group& operator+=(const Group& other) {
        count += other.count;
        sum += other.sum;
        squares += other.squares;
        return *this;
    }
    friend Group operator*(double factor, const Group& group) {
        return {factor * group.count, factor * group.sum, factor * group.squares};
    }
};

/// The sum over pairs in O(n log n): a document meets at once all worse ones that it does not lead
/// by the margin, which a sweep by falling score lets in, and another sweep all better ones.
class PairSums {
  public:
    PairSums(const JudgedList& list, Scratch& scratch)
        : order_(scratch.array<std::uint32_t>(list.size())),
          scores_(scratch.array<double>(list.size())),
          weights_(list.weights),
          classes_(scratch.array<std::uint32_t>(list.size())) {
        std::iota(order_.begin(), order_.end(), 0U);
        std::ranges::sort(order_, std::greater(), [&](std::uint32_t i) { return list.scores[i]; });
        // From the middle: sums of squares of large numbers would lose what is between them.
        const double middle = list.scores[order_[order_.size() / 2]];
        std::vector<double> distinct(list.grades.begin(), list.grades.end());
        std::ranges::sort(distinct);
        distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
        for (std::size_t i = 0; i < list.size(); ++i) {
            scores_[i] = list.scores[i] - middle;
            classes_[i] = static_cast<std::uint32_t>(
                std::ranges::lower_bound(distinct, list.grades[i]) - distinct.begin());
        }
        class_count_ = distinct.size();
    }

    double add(bool squared, const ListDerivatives& to) const {
        double value = 0.0;
        sweep(order_.begin(), order_.end(), 1.0, [&](std::uint32_t i, const Group& worse) {
            const double lack = worse.count * (1.0 - scores_[i]) + worse.sum;
            const double squares = worse.count * (1.0 - scores_[i]) * (1.0 - scores_[i]) +
                                   2.0 * (1.0 - scores_[i]) * worse.sum + worse.squares;
            value += squared ? squares : lack;
            to.gradients[i] -= squared ? 2.0 * lack : worse.count;
            to.hessians[i] += squared ? 2.0 * worse.count : 0.0;
        });
        sweep(order_.rbegin(), order_.rend(), -1.0, [&](std::uint32_t i, const Group& better) {
            const double lack = better.count * (1.0 + scores_[i]) - better.sum;
            to.gradients[i] += squared ? 2.0 * lack : better.count;
            to.hessians[i] += squared ? 2.0 * better.count : 0.0;
        });
        return value;
    }

  private:
    /// Calls meet(i, group) for each document in turn, the group being those of lower grade
    /// (direction 1, by falling score) or higher grade (−1, by rising score) with
    /// direction·(s_i − s) < 1.
    template <class Place, class Meet>
    void sweep(const Place& begin, const Place& end, double direction, const Meet& meet) const {
        PrefixSums<Group> sums(class_count_);
        PrefixSums<Group> weighted_sums(weights_.empty() ? 0 : class_count_);
        const auto place_of = [&](std::uint32_t i) {
            return direction > 0.0 ? classes_[i] : class_count_ - 1 - classes_[i];
        };
        Place next = begin;
        for (Place at = begin; at != end; ++at) {
            for (; next != end && direction * (scores_[*at] - scores_[*next]) < 1.0; ++next) {
                const double score = scores_[*next];
                const Group one{1.0, score, score * score};
                sums.add(place_of(*next), one);
                if (!weights_.empty()) weighted_sums.add(place_of(*next), weights_[*next] * one);
            }
            Group group = sums.below(place_of(*at));
            if (!weights_.empty()) {  // each pair times ½(w_i + w)
                group = 0.5 * weights_[*at] * group;
                group += 0.5 * weighted_sums.below(place_of(*at));
            }
            meet(*at, group);
        }
    }

    std::span<std::uint32_t> order_;    ///< by falling score
    std::span<double> scores_;          ///< from the middle one
    std::span<const double> weights_;   ///< empty where all pairs weigh the same
    std::span<std::uint32_t> classes_;  ///< grades as 0, 1, …
    std::size_t class_count_ = 0;
};

class BoundPairHinge final : public BoundListObjective {
  public:
    BoundPairHinge(const std::string& labels,
                   const PairHingeParams& params,
                   const Dataset& data,
                   unsigned threads)
        : BoundListObjective(data, labels, threads), squared_(params.squared) {}

  private:
    double add(const JudgedList& list,
               const ScoredQuery<double>& /*query*/,
               Scratch& scratch,
               const ListDerivatives& to) const override {
        return PairSums(list, scratch).add(squared_, to);
    }
    bool weighs_terms() const override { return true; }

    bool squared_;
};

}  // namespace

std::string PairHinge::text() const {
    return objective_text("pair_hinge", labels_text(labels_), params_);
}

std::unique_ptr<const BoundObjective> PairHinge::bind(const Dataset& data, unsigned threads) const {
    return std::make_unique<BoundPairHinge>(labels_, params_, data, threads);
}

namespace objectives {
extern const ObjectiveEntry pair_hinge_entry{
    .name = "pair_hinge",
    .summary = "the hinge of each pair of documents of different grades",
    .reference = "Joachims 2002",
    .traits = {.derivative = true, .convex = true, .hessian = false},
    .examples = "pair_hinge pair_hinge(squared=yes) pair_hinge(labels=click)",
    .params = params_with<PairHingeParams>,
    .make = [](const ObjectiveArguments& arguments) -> std::unique_ptr<const Objective> {
        return std::make_unique<PairHinge>(
            arguments.labels, params_from<PairHingeParams>(arguments.settings, arguments.where));
    },
};
}  // namespace objectives

}  // namespace gradus
