#include "gradus/measures/additive/additive_measure.hpp"

#include <algorithm>
#include <utility>

#include "gradus/measures/additive/swap_kernel.hpp"

namespace gradus {
namespace {

template <class Real>
class AdditiveRows final : public SwapRows<Real> {
  public:
    AdditiveRows(std::size_t reach, std::span<const Real> gains, std::span<const Real> discounts)
        : SwapRows<Real>(gains.size(), reach), gains_(gains), discounts_(discounts) {}

    void fill(std::size_t a, std::span<Real> changes) const override {
        fill_swap_row(a, gains_, discounts_, changes);
    }

  private:
    std::span<const Real> gains_;
    std::span<const Real> discounts_;
};

template <class Real>
std::span<const Real> as_real(std::span<const double> values, Scratch& scratch) {
    const std::span<Real> copy = scratch.array<Real>(values.size());
    std::ranges::transform(
        values, copy.begin(), [](double value) { return static_cast<Real>(value); });
    return copy;
}

}  // namespace

AdditiveMeasure::AdditiveMeasure(AdditiveForm form)
    : form_(std::move(form)),
      soft_(additive_soft_form(*this)),
      argmax_(additive_argmax(*this)),
      expectation_(additive_expectation(*this)) {}

double AdditiveMeasure::score(const RankedList& list) const {
    const double reference = form_.gain.reference(list.ideal, list.highest);
    const double divisor = normaliser(list.grades.size(), list.ideal, reference);
    if (divisor == 0.0) return undefined();
    return sum(list.grades, reach(list.grades.size(), list.ideal), reference) / divisor;
}

SwapFactors AdditiveMeasure::factors_of(const RankedList& list, Scratch& scratch) const {
    const AdditiveLayout layout = lay_out(list.grades.size(), list.ideal, list.highest, scratch);
    if (layout.normaliser == 0.0) {
        const auto zeros = scratch.array<double>(list.grades.size(), 0.0);
        return {.gains = zeros, .discounts = zeros, .reach = 0};
    }
    return {.gains = shares(list.grades, layout, scratch),
            .discounts = layout.discounts,
            .reach = layout.reach};
}

std::optional<SwapFactors> AdditiveMeasure::swap_factors(const RankedList& list,
                                                         Scratch& scratch) const {
    return factors_of(list, scratch);
}

template <class Real>
const SwapRows<Real>& AdditiveMeasure::swap_rows(const RankedList& list, Scratch& scratch) const {
    const SwapFactors factors = factors_of(list, scratch);
    return scratch.make<AdditiveRows<Real>>(factors.reach,
                                            as_real<Real>(factors.gains, scratch),
                                            as_real<Real>(factors.discounts, scratch));
}
template const SwapRows<double>& AdditiveMeasure::swap_rows(const RankedList&, Scratch&) const;
template const SwapRows<float>& AdditiveMeasure::swap_rows(const RankedList&, Scratch&) const;

std::optional<double> AdditiveMeasure::expected_over_ties(
    const RankedList& list, std::span<const std::size_t> group_ends) const {
    Scratch scratch;
    const AdditiveLayout layout = lay_out(list.grades.size(), list.ideal, list.highest, scratch);
    if (layout.normaliser == 0.0) return undefined();
    const std::span<const double> gains = shares(list.grades, layout, scratch);
    double value = 0.0;
    std::size_t begin = 0;
    for (const std::size_t end : group_ends) {
        double gain = 0.0;
        double discount = 0.0;
        for (std::size_t position = begin; position < end; ++position) {
            gain += gains[position];
            discount += layout.discounts[position];
        }
        value += gain / static_cast<double>(end - begin) * discount;
        begin = end;
    }
    return value;
}

AdditiveLayout AdditiveMeasure::lay_out(std::size_t size,
                                        std::span<const double> ideal,
                                        double highest,
                                        Scratch& scratch) const {
    const double reference = form_.gain.reference(ideal, highest);
    const std::size_t end = reach(size, ideal);
    const std::span<double> discounts = scratch.array<double>(size, 0.0);
    for (std::size_t position = 0; position < end; ++position) {
        discounts[position] = form_.discount.at(position);
    }
    return {.reference = reference,
            .normaliser = normaliser(size, ideal, reference),
            .reach = end,
            .discounts = discounts,
            .whole = end == size && form_.discount.is_convex()};
}

std::span<double> AdditiveMeasure::shares(std::span<const double> grades,
                                          const AdditiveLayout& layout,
                                          Scratch& scratch) const {
    const std::span<double> shares = scratch.array<double>(grades.size());
    std::ranges::transform(grades, shares.begin(), [&](double grade) {
        return form_.gain.of(grade, layout.reference) / layout.normaliser;
    });
    return shares;
}

std::size_t AdditiveMeasure::reach(std::size_t size, std::span<const double> /*ideal*/) const {
    return counted_ranks(size, form_.cutoff);
}

double AdditiveMeasure::sum(std::span<const double> grades,
                            std::size_t end,
                            double reference) const {
    double sum = 0.0;
    for (std::size_t position = 0; position < end; ++position) {
        if (grades[position] == 0.0) continue;  // worth 0, and most documents of a run
        const double gain = form_.gain.of(grades[position], reference);
        if (gain != 0.0) sum += form_.discount.term(gain, position);
    }
    return sum;
}

double AdditiveMeasure::normaliser(std::size_t size,
                                   std::span<const double> ideal,
                                   double reference) const {
    switch (form_.normaliser) {
        case Normaliser::one:
            return 1.0;
        case Normaliser::cutoff:
            return static_cast<double>(form_.cutoff);
        case Normaliser::list:
            return static_cast<double>(std::clamp<std::size_t>(size, 1, form_.cutoff));
        case Normaliser::relevant: {
            double sum = 0.0;
            for (const double grade : ideal) sum += form_.gain.of(grade, reference);
            return sum;
        }
        case Normaliser::ideal:
            return sum(ideal, AdditiveMeasure::reach(ideal.size(), ideal), reference);
    }
    return 0.0;
}

}  // namespace gradus
