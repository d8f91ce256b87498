// Average precision: Harman, TREC-1, 1993; Buckley & Voorhees, SIGIR 2000. Its smooth forms and
// expectation: Yilmaz & Robertson, Information Retrieval 13, 2010; its most violated ranking: Yue,
// Finley, Radlinski & Joachims, SIGIR 2007.

#include <algorithm>

#include "gradus/measures/measure.hpp"
#include "gradus/measures/precision/precision_sum.hpp"
#include "gradus/measures/precision/soft_precision.hpp"
#include "gradus/measures/precision/swap_kernels.hpp"
#include "gradus/measures/precision/worst_order.hpp"

namespace gradus {
namespace {

enum class Over : unsigned char { all, cutoff, retrieved };
enum class Form : unsigned char { ratio, contest };

struct ApParams {
    double rel = 1.0;
    Over over = Over::all;
    Form form = Form::ratio;
    static constexpr auto fields = std::tuple{
        Field{"rel", &ApParams::rel, 1e-6, 1e6, "lowest grade that is relevant"},
        Choice{"over",
               &ApParams::over,
               "all|cutoff|retrieved",
               "divide by the query's relevant documents, by those or the cutoff if that is less, "
               "or by those in the list"},
        Choice{"form",
               &ApParams::form,
               "ratio|contest",
               "smooth form: ratio of expectations (no cutoff), or expected ratio (slower)"}};
};

struct Rule : ApParams {
    std::size_t k;  ///< 0 = no cutoff

    /// What the sum of precisions is divided by.
    double total(std::span<const double> grades, std::span<const double> ideal) const {
        const double relevant = relevant_count(over == Over::retrieved ? grades : ideal, rel);
        if (over != Over::cutoff || k == 0) return relevant;
        return std::min(relevant, static_cast<double>(k));
    }
};

class SoftAp final : public SoftForm {
  public:
    explicit SoftAp(const Rule& rule) : rule_(rule) {}

    double value(const ScoredList& list,
                 const Contests& contests,
                 std::span<double> slopes,
                 Scratch& scratch) const override {
        const double total = rule_.total(list.grades, list.ideal);
        if (total == 0.0) return undefined();
        const std::span<double> relevance = scratch.array<double>(list.size());
        std::ranges::transform(list.grades, relevance.begin(), [&](double grade) {
            return grade >= rule_.rel ? 1.0 : 0.0;
        });
        if (rule_.form == Form::ratio) {
            return soft_precision_ratio(relevance, total, contests, slopes);
        }
        return soft_precision_contest(relevance, total, rule_.k, contests, slopes, scratch);
    }

  private:
    Rule rule_;
};

class ExpectedAp final : public Expectation {
  public:
    explicit ExpectedAp(const Rule& rule) : rule_(rule) {}

    double value(const GradeChances& chances,
                 std::span<double> slopes,
                 Scratch& /*scratch*/) const override {
        std::ranges::fill(slopes, 0.0);
        const double total = rule_.total({}, chances.ideal);
        if (total == 0.0) return undefined();
        const auto level = std::ranges::lower_bound(chances.levels, rule_.rel);
        if (level == chances.levels.end()) return 0.0;
        return expected_precision_sum(chances,
                                      static_cast<std::size_t>(level - chances.levels.begin()),
                                      1.0 / total,
                                      rule_.k,
                                      slopes);
    }

  private:
    Rule rule_;
};

/// With c(r) = relevant in 1..r and S(r) = Σ of rel(t)/t over the ranks t > r that count, a swap of
/// ranks a < b changes the sum of precisions by
///   (rel_b − rel_a) · [(c(a−1) + 1)/a + S(a) − c(b)/b − S(b−1)],
/// the terms of b being 0 beyond the cutoff: one term of a less one of b.
template <class Real>
class ApRows final : public SwapRows<Real> {
  public:
    ApRows(const RankedList& list, double rel, std::size_t reach, double total, Scratch& scratch)
        : SwapRows<Real>(list.grades.size(), reach),
          relevance_(scratch.array<Real>(list.grades.size())),
          heads_(scratch.array<Real>(this->reach())),
          tails_(scratch.array<Real>(list.grades.size(), Real{0})) {
        for (std::size_t i = 0; i < list.grades.size(); ++i) {
            relevance_[i] = list.grades[i] >= rel ? Real{1} : Real{0};
        }
        double above = 0.0;
        for (std::size_t i = 0; i < this->reach(); ++i) {
            above += static_cast<double>(relevance_[i]);
        }
        double later = 0.0;  // S(i + 1)
        for (std::size_t i = this->reach(); i-- > 0;) {
            const auto rank = static_cast<double>(i + 1);
            const auto own = static_cast<double>(relevance_[i]);
            heads_[i] = static_cast<Real>(((above - own + 1.0) / rank + later) / total);
            later += own / rank;
            tails_[i] = static_cast<Real>((above / rank + later) / total);
            above -= own;
        }
    }

    void fill(std::size_t a, std::span<Real> changes) const override {
        precision_swap_row<Real>(a, heads_[a], relevance_, tails_, changes);
    }

  private:
    std::span<Real> relevance_;
    std::span<Real> heads_;
    std::span<Real> tails_;
};

/// AP@k = (1/R) Σ over the relevant ranks r ≤ k of (relevant in 1..r)/r: the chance that a document
/// at or above a randomly drawn relevant one is relevant. 0/0 without relevant documents.
class Ap final : public WithSwap<Ap> {
  public:
    explicit Ap(const Rule& rule)
        : rule_(rule),
          soft_(rule),
          argmax_(rule.rel, rule.over == Over::retrieved),
          expect_(rule) {}

    double score(const RankedList& list) const override {
        const double total = rule_.total(list.grades, list.ideal);
        return total == 0.0 ? undefined() : precision_sum(list.grades, rule_.rel, rule_.k) / total;
    }
    const SoftForm* soft() const override {
        return rule_.form == Form::contest || rule_.k == 0 ? &soft_ : nullptr;
    }
    const Argmax* violate() const override { return rule_.k == 0 ? &argmax_ : nullptr; }
    const Expectation* expect() const override {
        return rule_.over == Over::retrieved ? nullptr : &expect_;
    }

    template <class Real>
    const SwapRows<Real>& swap_rows(const RankedList& list, Scratch& scratch) const {
        const double total = rule_.total(list.grades, list.ideal);
        const std::size_t reach = rule_.k == 0 ? list.grades.size() : rule_.k;
        return scratch.make<ApRows<Real>>(
            list, rule_.rel, total == 0.0 ? 0 : reach, total, scratch);
    }

  private:
    Rule rule_;
    SoftAp soft_;
    AveragePrecisionArgmax argmax_;
    ExpectedAp expect_;
};

}  // namespace

extern const MeasureEntry ap_entry{
    .name = "ap",
    .summary = "average precision",
    .reference = "Harman 1993; Buckley & Voorhees 2000",
    .aliases = "map map_cut average_precision",
    .examples =
        "AP AP(rel=2) AP@3 AP(over=cutoff)@3 AP(over=retrieved) AP(over=retrieved)@5 "
        "AP(form=contest) AP(form=contest,over=cutoff)@4",
    .params = [] { return describe_params<ApParams>(); },
    .make = [](const Spec& spec, const Where& where) -> std::unique_ptr<const Measure> {
        return std::make_unique<Ap>(Rule{params_from<ApParams>(spec, where), spec.cutoff});
    },
};

}  // namespace gradus
