#pragma once

#include <cstddef>

#include "gradus/measures/additive/exponential_fit.hpp"

namespace gradus {

/// What a rank is worth: D(r) never rises. The names are those of the parameter `discount`, in its
/// order, then what measures set by themselves.
enum class DiscountShape : unsigned char {
    log,       ///< 1/log₂(1 + r) (Järvelin & Kekäläinen, ACM TOIS 20(4), 2002)
    letor,     ///< 1, 1, 1/log₂3, 1/log₂4, …: the evaluation script of LETOR 4.0
    linear,    ///< 1/r
    flat,      ///< 1
    geometric  ///< (1 − p)·p^(r − 1)
};

class Discount {
  public:
    explicit Discount(DiscountShape shape, double p = 0.0) : shape_(shape), p_(p) {}

    /// gain · D(position + 1), by division where D is a quotient: the bits of trec_eval.
    double term(double gain, std::size_t position) const;
    double at(std::size_t position) const { return term(1.0, position); }

    /// D falls ever more slowly, and is a sum of exponentials.
    bool is_convex() const {
        return shape_ != DiscountShape::letor && shape_ != DiscountShape::flat;
    }
    /// That sum, for the first `size` ranks.
    ExponentialSum exponentials(std::size_t size) const;
    /// The sum has one term.
    bool is_geometric() const { return shape_ == DiscountShape::geometric; }

  private:
    DiscountShape shape_;
    double p_;
};

}  // namespace gradus
