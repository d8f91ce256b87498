#include "gradus/measures/abilities/swap_rows.hpp"

#include <cmath>
#include <utility>

#include "gradus/measures/measure.hpp"

namespace gradus {
namespace {

template <class Real>
class RescoringRows final : public SwapRows<Real> {
  public:
    RescoringRows(const Measure& measure,
                  const RankedList& list,
                  std::span<double> grades,
                  std::span<unsigned char> judged,
                  double value)
        : SwapRows<Real>(grades.size(), std::isnan(value) ? 0 : grades.size()),
          measure_(measure),
          list_{grades, list.ideal, list.highest, judged},
          grades_(grades),
          judged_(judged),
          value_(value) {}

    void fill(std::size_t a, std::span<Real> changes) const override {
        for (std::size_t b = a + 1; b < grades_.size(); ++b) {
            exchange(a, b);
            changes[b] = static_cast<Real>(measure_.score(list_) - value_);
            exchange(a, b);
        }
    }

  private:
    void exchange(std::size_t a, std::size_t b) const {
        std::swap(grades_[a], grades_[b]);
        if (!judged_.empty()) std::swap(judged_[a], judged_[b]);
    }

    const Measure& measure_;
    RankedList list_;  // reads grades_ and judged_
    std::span<double> grades_;
    std::span<unsigned char> judged_;
    double value_;
};

}  // namespace

template <class Real>
const SwapRows<Real>& rescoring_rows(const Measure& measure,
                                     const RankedList& list,
                                     Scratch& scratch) {
    const std::span<double> grades = scratch.array<double>(list.grades.size());
    std::ranges::copy(list.grades, grades.begin());
    const std::span<unsigned char> judged = scratch.array<unsigned char>(list.judged.size());
    std::ranges::copy(list.judged, judged.begin());
    return scratch.make<RescoringRows<Real>>(measure, list, grades, judged, measure.score(list));
}

template const SwapRows<double>& rescoring_rows(const Measure&, const RankedList&, Scratch&);
template const SwapRows<float>& rescoring_rows(const Measure&, const RankedList&, Scratch&);

}  // namespace gradus
