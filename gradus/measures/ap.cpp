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

enum class Form : unsigned char { ratio, contest };

struct ApParams {
    double rel = 1.0;
    PrecisionOver over = PrecisionOver::all;
    Form form = Form::ratio;
    static constexpr auto fields = std::tuple{
        Field{"rel", &ApParams::rel, 1e-6, 1e6, "lowest grade that is relevant"},
        Choice{"over",
               &ApParams::over,
               "all|cutoff|retrieved",
               "divide by the query's relevant documents, by these or the cutoff if that is less, "
               "or by those in the list"},
        Choice{"form",
               &ApParams::form,
               "ratio|contest",
               "smooth form: ratio of expectations (no cutoff), or expected ratio (slower)"}};
};

class SoftAp final : public SoftForm {
  public:
    SoftAp(const PrecisionRule& rule, Form form) : rule_(rule), form_(form) {}

    double value(const ScoredList& list,
                 const Contests& contests,
                 std::span<double> gradients,
                 Scratch& scratch) const override {
        const double total = rule_.total(list.grades, list.ideal);
        if (total == 0.0) return undefined();
        const std::span<double> relevance = scratch.array<double>(list.size());
        std::ranges::transform(list.grades, relevance.begin(), [&](double grade) {
            return grade >= rule_.rel ? 1.0 : 0.0;
        });
        if (form_ == Form::ratio) {
            return soft_precision_ratio(relevance, total, contests, gradients);
        }
        return soft_precision_contest(relevance, total, rule_.cutoff, contests, gradients, scratch);
    }

  private:
    PrecisionRule rule_;
    Form form_;
};

class ExpectedAp final : public Expectation {
  public:
    explicit ExpectedAp(const PrecisionRule& rule) : rule_(rule) {}

    double value(const GradeChances& chances,
                 std::span<double> gradients,
                 Scratch& /*scratch*/) const override {
        std::ranges::fill(gradients, 0.0);
        const double total = rule_.total({}, chances.ideal);
        if (total == 0.0) return undefined();
        const auto level = std::ranges::lower_bound(chances.levels, rule_.rel);
        if (level == chances.levels.end()) return 0.0;
        return expected_precision_sum(chances,
                                      static_cast<std::size_t>(level - chances.levels.begin()),
                                      1.0 / total,
                                      rule_.cutoff,
                                      gradients);
    }

  private:
    PrecisionRule rule_;
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
        precision_swap_row(a, heads_[a], PrecisionTerms<Real>{relevance_, tails_}, changes);
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
    Ap(const PrecisionRule& rule, Form form)
        : rule_(rule), form_(form), soft_(rule, form), argmax_(rule), expect_(rule) {}

    double score(const RankedList& list) const override {
        const double total = rule_.total(list.grades, list.ideal);
        return total == 0.0 ? undefined()
                            : precision_sum(list.grades, rule_.rel, rule_.cutoff) / total;
    }
    std::optional<double> expected_over_ties(
        const RankedList& list, std::span<const std::size_t> group_ends) const override {
        const double total = rule_.total(list.grades, list.ideal);
        if (total == 0.0) return undefined();
        return tied_precision_sum(list.grades, group_ends, rule_.rel, rule_.cutoff) / total;
    }
    const SoftForm* soft() const override {
        return form_ == Form::contest || rule_.cutoff == 0 ? &soft_ : nullptr;
    }
    const Argmax* violate() const override { return &argmax_; }
    const Expectation* expect() const override {
        return rule_.over == PrecisionOver::retrieved ? nullptr : &expect_;
    }

    template <class Real>
    const SwapRows<Real>& swap_rows(const RankedList& list, Scratch& scratch) const {
        const double total = rule_.total(list.grades, list.ideal);
        const std::size_t reach = rule_.cutoff == 0 ? list.grades.size() : rule_.cutoff;
        return scratch.make<ApRows<Real>>(
            list, rule_.rel, total == 0.0 ? 0 : reach, total, scratch);
    }

  private:
    PrecisionRule rule_;
    Form form_;
    SoftAp soft_;
    AveragePrecisionArgmax argmax_;
    ExpectedAp expect_;
};

}  // namespace

namespace measures {
extern const MeasureEntry ap_entry{
    .name = "ap",
    .summary = "average precision",
    .reference = "Harman 1993; Buckley & Voorhees 2000",
    .aliases = "map average_precision",
    .examples =
        "AP AP(rel=2) AP@3 AP(over=cutoff)@3 AP(over=retrieved) AP(over=retrieved)@5 "
        "AP(form=contest) AP(form=contest,over=cutoff)@4",
    .params = [] { return describe_params<ApParams>(); },
    .make = [](const Spec& spec, const Where& where) -> std::unique_ptr<const Measure> {
        const auto params = params_from<ApParams>(spec, where);
        return std::make_unique<Ap>(PrecisionRule{params.rel, params.over, spec.cutoff},
                                    params.form);
    },
};
}  // namespace measures

}  // namespace gradus
