#include "gradus/measures/gap/rows.hpp"

#include <algorithm>

#include "gradus/measures/precision/swap_kernels.hpp"

namespace gradus {
namespace {

/// With C_x(r) = Σ_{t≤r} min(G_x, G(t)) and S_x(r) = Σ_{t>r} min(G_x, G(t))/t for the grade x at
/// rank a and y at rank b, a swap of ranks a < b changes Z·GAP by
///   head_y(a) − head_x(a) + tail_x(b) − tail_y(b) − max(0, G_y − G_x)/b,
///   head_x(a) = (C_x(a−1) + G_x)/a + S_x(a),  tail_x(b) = C_x(b−1)/b + S_x(b−1):
/// AP's change at each threshold between the grades, added up. A level is a value of G that occurs.
template <class Real>
class GapRows final : public SwapRows<Real> {
  public:
    GapRows(std::span<const double> worths, std::span<const double> levels, Scratch& scratch)
        : SwapRows<Real>(worths.size(), worths.size()),
          level_count_(levels.size()),
          levels_(scratch.array<int>(worths.size())),
          worths_(scratch.array<Real>(worths.size())),
          inverse_ranks_(scratch.array<Real>(worths.size())),
          own_tails_(scratch.array<Real>(worths.size())),
          tails_(scratch.array<Real>(levels.size() * worths.size())),
          heads_(scratch.array<Real>(levels.size() * worths.size())) {
        for (std::size_t level = 0; level < levels.size(); ++level) {
            fill_level(level, levels[level], worths);
        }
        for (std::size_t i = 0; i < worths.size(); ++i) {
            const auto level = std::ranges::lower_bound(levels, worths[i]) - levels.begin();
            levels_[i] = static_cast<int>(level);
            worths_[i] = static_cast<Real>(worths[i]);
            inverse_ranks_[i] = static_cast<Real>(1.0 / static_cast<double>(i + 1));
            own_tails_[i] = tails_of(level)[i];
        }
    }

    void fill(std::size_t a, std::span<Real> changes) const override {
        graded_swap_row(a,
                        heads_.subspan(a * level_count_, level_count_),
                        tails_of(levels_[a]),
                        GradedTerms<Real>{levels_, own_tails_, worths_, inverse_ranks_},
                        changes);
    }

  private:
    std::span<Real> tails_of(std::ptrdiff_t level) const {
        return tails_.subspan(static_cast<std::size_t>(level) * this->size(), this->size());
    }

    void fill_level(std::size_t level, double worth, std::span<const double> worths) {
        double above = 0.0;
        for (const double other : worths) above += std::min(worth, other);
        double later = 0.0;
        for (std::size_t i = worths.size(); i-- > 0;) {
            const auto rank = static_cast<double>(i + 1);
            const double shared = std::min(worth, worths[i]);
            above -= shared;
            heads_[i * level_count_ + level] = static_cast<Real>((above + worth) / rank + later);
            later += shared / rank;
            tails_[level * this->size() + i] = static_cast<Real>(above / rank + later);
        }
    }

    std::size_t level_count_;
    std::span<int> levels_;          // by position
    std::span<Real> worths_;         // G/Z by position
    std::span<Real> inverse_ranks_;  // by position
    std::span<Real> own_tails_;      // by position: the tail of its own level
    std::span<Real> tails_;          // level by level
    std::span<Real> heads_;          // position by position
};

}  // namespace

template <class Real>
const SwapRows<Real>& gap_rows(const RankedList& list,
                               const AcceptChance& accepts,
                               double total,
                               Scratch& scratch) {
    const std::span<double> worths = scratch.array<double>(list.grades.size());
    std::ranges::transform(
        list.grades, worths.begin(), [&](double grade) { return accepts(grade) / total; });
    const std::span<double> levels = scratch.array<double>(worths.size());
    std::ranges::copy(worths, levels.begin());
    std::ranges::sort(levels);
    const auto last = std::unique(levels.begin(), levels.end());
    const auto count = static_cast<std::size_t>(last - levels.begin());
    return scratch.make<GapRows<Real>>(worths, levels.first(count), scratch);
}

template const SwapRows<double>& gap_rows(const RankedList&, const AcceptChance&, double, Scratch&);
template const SwapRows<float>& gap_rows(const RankedList&, const AcceptChance&, double, Scratch&);

}  // namespace gradus
