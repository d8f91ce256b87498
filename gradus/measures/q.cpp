// Q-measure: Sakai, "Ranking the NTCIR Systems Based on Multigrade Relevance", LNCS 3411, 2005.

#include <algorithm>

#include "gradus/measures/measure.hpp"
#include "gradus/measures/precision/precision_sum.hpp"
#include "gradus/measures/precision/swap_kernels.hpp"

namespace gradus {
namespace {

struct QParams {
    double beta = 1.0;
    double rel = 1.0;
    static constexpr auto fields = std::tuple{
        Field{"beta", &QParams::beta, 0.0, 1e6, "weight of the gain; 0 gives average precision"},
        Field{"rel", &QParams::rel, 1e-6, 1e6, "lowest grade that is relevant"}};
};

/// num(r)/den(r) of one rank after another: num = (relevant in 1..r) + β (grades in 1..r), den = r
/// + β (grades in 1..r of the ideal list).
class Blend {
  public:
    Blend(const QParams& params, const RankedList& list) : params_(params), list_(list) {}

    double relevance() const { return list_.grades[position_] >= params_.rel ? 1.0 : 0.0; }
    double value() const { return relevance() + params_.beta * list_.grades[position_]; }
    double counted() const { return num_; }  ///< num of the rank above
    double den() const {
        const double best = position_ < list_.ideal.size() ? list_.ideal[position_] : 0.0;
        return static_cast<double>(position_ + 1) + params_.beta * (ideal_sum_ + best);
    }
    void next() {
        num_ += value();
        if (position_ < list_.ideal.size()) ideal_sum_ += list_.ideal[position_];
        ++position_;
    }

  private:
    const QParams& params_;
    const RankedList& list_;
    std::size_t position_ = 0;
    double num_ = 0.0;
    double ideal_sum_ = 0.0;
};

/// With v = rel + β·grade and S(r) = Σ of rel(t)/den(t) over the ranks t > r that count, a swap of
/// ranks a < b changes R·Q by (rel_b (num(a−1) + v_b) − rel_a (num(a−1) + v_a))/den(a) +
/// (v_b − v_a)(S(a) − S(b−1)) + (rel_a − rel_b) num(b)/den(b), the last terms being 0 beyond the
/// cutoff.
template <class Real>
class QRows final : public SwapRows<Real> {
  public:
    QRows(const QParams& params,
          const RankedList& list,
          std::size_t reach,
          double total,
          Scratch& scratch)
        : SwapRows<Real>(list.grades.size(), reach) {
        const std::size_t size = list.grades.size();
        const auto array = [&] { return scratch.array<Real>(size, Real{0}); };
        const std::span<Real> relevance = array();
        const std::span<Real> values = array();
        const std::span<Real> counted = array();
        const std::span<Real> scales = array();
        const std::span<Real> later = array();
        const std::span<Real> precisions = array();
        Blend blend(params, list);
        for (std::size_t i = 0; i < size; ++i, blend.next()) {
            relevance[i] = static_cast<Real>(blend.relevance());
            values[i] = static_cast<Real>(blend.value());
            if (i >= this->reach()) continue;
            const double scale = 1.0 / (total * blend.den());
            counted[i] = static_cast<Real>(blend.counted());
            scales[i] = static_cast<Real>(scale);
            precisions[i] = static_cast<Real>((blend.counted() + blend.value()) * scale);
        }
        double sum = 0.0;
        for (std::size_t i = this->reach(); i-- > 0;) {
            sum += static_cast<double>(relevance[i]) * static_cast<double>(scales[i]);
            later[i] = static_cast<Real>(sum);
        }
        terms_ = {relevance, values, counted, scales, later, precisions};
    }

    void fill(std::size_t a, std::span<Real> changes) const override {
        q_swap_row(a, terms_, changes);
    }

  private:
    QTerms<Real> terms_;
};

/// Q@k = (1/min(R, k)) Σ over the relevant ranks r ≤ k of num(r)/den(r), gain = grade. 0/0 without
/// relevant documents.
class Q final : public WithSwap<Q> {
  public:
    Q(const QParams& params, std::size_t cutoff) : params_(params), cutoff_(cutoff) {}

    /// The blended precision divides by what an ideal list gains, so a better document that moves
    /// up may take more from the ranks between than it adds.
    bool is_monotone() const override { return false; }

    double score(const RankedList& list) const override {
        const double divisor = total(list);
        if (divisor == 0.0) return undefined();
        double sum = 0.0;
        Blend blend(params_, list);
        for (std::size_t i = 0; i < ranks(list); ++i, blend.next()) {
            if (blend.relevance() > 0.0) sum += (blend.counted() + blend.value()) / blend.den();
        }
        return sum / divisor;
    }

    template <class Real>
    const SwapRows<Real>& swap_rows(const RankedList& list, Scratch& scratch) const {
        const double divisor = total(list);
        return scratch.make<QRows<Real>>(
            params_, list, divisor == 0.0 ? 0 : ranks(list), divisor, scratch);
    }

  private:
    double total(const RankedList& list) const {
        const double relevant = relevant_count(list.ideal, params_.rel);
        return cutoff_ == 0 ? relevant : std::min(relevant, static_cast<double>(cutoff_));
    }
    std::size_t ranks(const RankedList& list) const {
        return counted_ranks(list.grades.size(), cutoff_);
    }

    QParams params_;
    std::size_t cutoff_;
};

}  // namespace

namespace measures {
extern const MeasureEntry q_entry{
    .name = "q",
    .summary = "Q-measure: average precision blended with cumulated gain",
    .reference = "Sakai 2005",
    .aliases = "q_measure",
    .examples = "Q Q@3 Q(beta=0.3,rel=2) Q(beta=10)@7",
    .params = [] { return describe_params<QParams>(); },
    .make = [](const Spec& spec, const Where& where) -> std::unique_ptr<const Measure> {
        return std::make_unique<Q>(params_from<QParams>(spec, where), spec.cutoff);
    },
};
}  // namespace measures

}  // namespace gradus
