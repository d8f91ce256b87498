#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "gradus/base/scratch.hpp"
#include "gradus/rank/ranking.hpp"

namespace gradus {

class Measure;

/// How a measure changes when two documents of one ranked list trade places: prepared once a query
/// in the caller's scratch memory, then read a row at a time. Real = double is exact, float is what
/// training uses.
template <class Real>
class SwapRows {
  public:
    SwapRows(std::size_t size, std::size_t reach) : size_(size), reach_(std::min(size, reach)) {}
    SwapRows(const SwapRows&) = delete;
    SwapRows& operator=(const SwapRows&) = delete;
    SwapRows(SwapRows&&) = delete;
    SwapRows& operator=(SwapRows&&) = delete;

    std::size_t size() const { return size_; }
    /// Swaps among the positions from here on change nothing (all beyond the cutoff). 0 where the
    /// measure is undefined.
    std::size_t reach() const { return reach_; }
    /// changes[b] = value after positions a and b traded places − value before, for each b > a.
    /// `changes` has size() places; those up to a are left alone.
    virtual void fill(std::size_t a, std::span<Real> changes) const = 0;

  protected:
    ~SwapRows() = default;  // lives in scratch memory, which runs no destructor

  private:
    std::size_t size_;
    std::size_t reach_;
};

/// The factors of a measure all of whose changes are products: that of positions a < b is (gains[b]
/// − gains[a]) · (discounts[a] − discounts[b]).
struct SwapFactors {
    std::span<const double> gains;      ///< in the order of the list; not falling in the grade
    std::span<const double> discounts;  ///< by position, never rising, 0 from `reach` on
    std::size_t reach = 0;              ///< as in SwapRows
};

/// The plain way: swap and score again, O(n) a pair. What every faster way must agree with.
template <class Real>
const SwapRows<Real>& rescoring_rows(const Measure& measure,
                                     const RankedList& list,
                                     Scratch& scratch);

}  // namespace gradus
