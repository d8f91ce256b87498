// The area under the ROC curve: Hanley & McNeil, Radiology 143(1), 1982. Soft form after Taylor et
// al., WSDM 2008; most violated ranking after Joachims, ICML 2005.

#include <algorithm>

#include "gradus/measures/binary_params.hpp"
#include "gradus/measures/measure.hpp"

namespace gradus {
namespace {

/// The two classes of a query. Nonrelevant are all documents judged or ranked that are not
/// relevant.
struct Classes {
    double relevant = 0.0;
    double nonrelevant = 0.0;

    double pairs() const { return relevant * nonrelevant; }
};

Classes classes_of(std::span<const double> ideal, std::size_t documents, double rel) {
    const auto relevant = static_cast<double>(
        std::ranges::count_if(ideal, [rel](double grade) { return grade >= rel; }));
    return {relevant, static_cast<double>(std::max(documents, ideal.size())) - relevant};
}

Classes classes_of(const RankedList& list, double rel) {
    const auto unjudged = static_cast<std::size_t>(std::ranges::count(list.judged, 0));
    return classes_of(list.ideal, std::max(list.grades.size(), list.ideal.size() + unjudged), rel);
}

/// Δ = (rel_b − rel_a)(b − a) / (R·M): each nonrelevant document that is passed is a pair.
template <class Real>
class AucRows final : public SwapRows<Real> {
  public:
    AucRows(std::span<const Real> relevant, Real weight)
        : SwapRows<Real>(relevant.size(), weight > 0 ? relevant.size() : 0),
          relevant_(relevant),
          weight_(weight) {}

    void fill(std::size_t a, std::span<Real> changes) const override {
        for (std::size_t b = a + 1; b < relevant_.size(); ++b) {
            changes[b] = (relevant_[b] - relevant_[a]) * static_cast<Real>(b - a) * weight_;
        }
    }

  private:
    std::span<const Real> relevant_;  // 1 or 0 by position
    Real weight_;                     // 1/(R·M); 0 where the measure is undefined
};

/// (1/RM) Σ_{relevant i, nonrelevant j} P(i beats j).
class SoftAuc final : public SoftForm {
  public:
    explicit SoftAuc(double rel) : rel_(rel) {}

    double value(const ScoredList& list,
                 const Contests& contests,
                 std::span<double> gradients,
                 Scratch& /*scratch*/) const override {
        const std::size_t n = list.size();
        const Classes classes = classes_of(list.ideal, n, rel_);
        if (classes.pairs() == 0.0) return undefined();
        double sum = 0.0;
        for (std::size_t i = 0; i < n; ++i) {
            if (list.grades[i] < rel_) continue;
            sum += classes.nonrelevant;
            for (std::size_t j = 0; j < n; ++j) {
                if (list.grades[j] >= rel_) continue;
                sum -= contests.wins(j, i);
                gradients[i * n + j] = -1.0 / classes.pairs();
            }
        }
        return sum / classes.pairs();
    }

  private:
    double rel_;
};

/// A pair stands the wrong way round where that gains more loss, 1/(RM), than it costs,
/// 2(s_i − s_j)/(RM): where s_i − 1/4 < s_j + 1/4. So sorting by those finds all of them at once.
class AucArgmax final : public PairwiseArgmax {
  public:
    using PairwiseArgmax::PairwiseArgmax;

    std::optional<Violation> violate(const ScoredList& list,
                                     std::span<std::uint32_t> order,
                                     Scratch& scratch) const override {
        const TwoClasses classes = two_classes(list, threshold_, scratch);
        if (classes.relevant.empty() || classes.nonrelevant.empty()) return std::nullopt;
        std::ranges::merge(
            classes.relevant,
            classes.nonrelevant,
            order.begin(),
            std::ranges::greater(),
            [&](std::uint32_t document) { return list.scores[document] - 0.25; },
            [&](std::uint32_t document) { return list.scores[document] + 0.25; });
        double wrong = 0.0;
        double nonrelevant_above = 0.0;
        for (const std::uint32_t document : order) {
            if (list.grades[document] >= threshold_) {
                wrong += nonrelevant_above;
            } else {
                nonrelevant_above += 1.0;
            }
        }
        const double pairs = static_cast<double>(classes.relevant.size()) * nonrelevant_above;
        return Violation{wrong / pairs, pairwise_discriminant(list, threshold_, order)};
    }
};

/// E = (1/RM) Σ_n p_n (M − Σ_{m<n} (1 − p_m)), p_n the chance that rank n is relevant.
class ExpectedAuc final : public Expectation {
  public:
    explicit ExpectedAuc(double rel) : rel_(rel) {}

    double value(const GradeChances& chances,
                 std::span<double> gradients,
                 Scratch& /*scratch*/) const override {
        std::ranges::fill(gradients, 0.0);
        const std::size_t ranks = chances.ranks();
        const std::size_t levels = chances.levels.size();
        const Classes classes = classes_of(chances.ideal, ranks, rel_);
        if (classes.pairs() == 0.0) return undefined();
        const auto level = static_cast<std::size_t>(std::ranges::lower_bound(chances.levels, rel_) -
                                                    chances.levels.begin());
        if (level == levels) return 0.0;
        double sum = 0.0;
        double nonrelevant_above = 0.0;
        for (std::size_t n = 0; n < ranks; ++n) {
            const double chance = chances.at_least[n * levels + level];
            sum += chance * (classes.nonrelevant - nonrelevant_above);
            gradients[n * levels + level] =
                (classes.nonrelevant - nonrelevant_above) / classes.pairs();
            nonrelevant_above += 1.0 - chance;
        }
        double relevant_below = 0.0;
        for (std::size_t n = ranks; n-- > 0;) {
            gradients[n * levels + level] += relevant_below / classes.pairs();
            relevant_below += chances.at_least[n * levels + level];
        }
        return sum / classes.pairs();
    }

  private:
    double rel_;
};

/// The share of pairs (relevant, nonrelevant) in which the relevant document stands higher. What
/// was not retrieved stands below all that was; a relevant document that was not retrieved wins no
/// pair. 0/0 where a class is empty.
class Auc final : public WithSwap<Auc> {
  public:
    explicit Auc(double rel) : rel_(rel), soft_(rel), argmax_(rel), expected_(rel) {}

    double score(const RankedList& list) const override {
        const Classes classes = classes_of(list, rel_);
        if (classes.pairs() == 0.0) return undefined();
        double right = 0.0;
        double nonrelevant_above = 0.0;
        for (const double grade : list.grades) {
            if (grade >= rel_) {
                right += classes.nonrelevant - nonrelevant_above;
            } else {
                nonrelevant_above += 1.0;
            }
        }
        return right / classes.pairs();
    }

    /// Equal scores count 1/2.
    std::optional<double> expected_over_ties(
        const RankedList& list, std::span<const std::size_t> group_ends) const override {
        const Classes classes = classes_of(list, rel_);
        if (classes.pairs() == 0.0) return undefined();
        double right = 0.0;
        double nonrelevant_above = 0.0;
        std::size_t begin = 0;
        for (const std::size_t end : group_ends) {
            const auto relevant = static_cast<double>(
                std::ranges::count_if(list.grades.subspan(begin, end - begin),
                                      [this](double grade) { return grade >= rel_; }));
            const double nonrelevant = static_cast<double>(end - begin) - relevant;
            right += relevant * (classes.nonrelevant - nonrelevant_above - nonrelevant / 2.0);
            nonrelevant_above += nonrelevant;
            begin = end;
        }
        return right / classes.pairs();
    }

    template <class Real>
    const SwapRows<Real>& swap_rows(const RankedList& list, Scratch& scratch) const {
        const std::span<Real> relevant = scratch.array<Real>(list.grades.size());
        std::ranges::transform(list.grades, relevant.begin(), [this](double grade) {
            return static_cast<Real>(grade >= rel_ ? 1 : 0);
        });
        const double pairs = classes_of(list, rel_).pairs();
        return scratch.make<AucRows<Real>>(relevant, static_cast<Real>(pairs > 0 ? 1 / pairs : 0));
    }

    const SoftForm* soft() const override { return &soft_; }
    const Argmax* violate() const override { return &argmax_; }
    const Expectation* expect() const override { return &expected_; }

  private:
    double rel_;
    SoftAuc soft_;
    AucArgmax argmax_;
    ExpectedAuc expected_;
};

}  // namespace

namespace measures {
extern const MeasureEntry auc_entry{
    .name = "auc",
    .summary = "area under the ROC curve: share of relevant above nonrelevant",
    .reference = "Hanley & McNeil 1982",
    .aliases = "roc roc_auc roc_area",
    .examples = "AUC AUC(rel=2)",
    .params = [] { return describe_params<BinaryParams>(); },
    .make = [](const Spec& spec, const Where& where) -> std::unique_ptr<const Measure> {
        return std::make_unique<Auc>(params_from<BinaryParams>(spec, where).rel);
    },
    .cutoff = Cutoff::none,
};
}  // namespace measures

}  // namespace gradus
