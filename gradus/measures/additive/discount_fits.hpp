#pragma once

#include <array>
#include <cstddef>
#include <mutex>

#include "gradus/measures/additive/discount.hpp"

namespace gradus {

/// A discount as sums of exponentials, each fitted when it is first needed, once for all sizes up
/// to the same power of two: the bits don't depend on which query came first.
class DiscountFits {
  public:
    explicit DiscountFits(Discount discount) : discount_(discount) {}

    /// For a list of n documents; null where rank_functional() is at least as fast without.
    const ExponentialSum* find(std::size_t n) const;

  private:
    struct Fit {
        std::once_flag once;
        ExponentialSum sum;
    };

    Discount discount_;
    mutable std::array<Fit, 64> fits_;
};

}  // namespace gradus
