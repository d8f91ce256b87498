#pragma once

#include <cstddef>
#include <span>

#include "gradus/measures/additive/discount_fits.hpp"
#include "gradus/measures/measure.hpp"

namespace gradus {

/// ρ(l), the chance that a reader stops at a document of grade l.
class StopChance {
  public:
    /// (2^l − 1)/2^most (Chapelle, Metzler, Zhang & Grinspan, CIKM 2009).
    static StopChance exponential(double most) { return {0.0, most}; }
    /// 1 for a grade of at least `threshold` > 0, else 0.
    static StopChance certain(double threshold) { return {threshold, 0.0}; }

    double operator()(double grade) const;

  private:
    StopChance(double threshold, double most) : threshold_(threshold), most_(most) {}

    double threshold_;
    double most_;
};

/// D(r), what it is worth to stop at rank r of a list: 1/r, or 1/length; 0 beyond the cutoff.
struct StopWorth {
    std::size_t cutoff = 0;  ///< 0 = none
    bool by_length = false;

    double at(std::size_t position, std::size_t size) const;
    std::size_t ranks(std::size_t size) const;  ///< those worth something
    /// 1/r for each rank of such a list.
    bool is_whole(std::size_t size) const { return !by_length && ranks(size) == size; }
};

/// A reader goes down the list and stops at each document with a chance that depends on its grade
/// alone: Σ_r D(r) ρ(r) Π_{t<r} (1 − ρ(t)).
class Cascade : public WithSwap<Cascade> {
  public:
    double score(const RankedList& list) const override;
    const SoftForm* soft() const override { return &soft_; }
    const Expectation* expect() const override { return &expect_; }

    template <class Real>
    const SwapRows<Real>& swap_rows(const RankedList& list, Scratch& scratch) const;

  protected:
    explicit Cascade(StopWorth worth) : worth_(worth) {}
    StopWorth worth() const { return worth_; }

  private:
    /// ρ for the lists of one query.
    virtual StopChance stop_chance(std::span<const double> ideal, double highest) const = 0;

    /// Σ_j ρ_j E[D(rank of j) Π over those above of (1 − ρ)], each document's contests by
    /// themselves.
    class Soft final : public SoftForm {
      public:
        explicit Soft(const Cascade& cascade)
            : cascade_(cascade), fits_(Discount(DiscountShape::linear)) {}
        double value(const ScoredList& list,
                     const Contests& contests,
                     std::span<double> gradients,
                     Scratch& scratch) const override;

      private:
        const Cascade& cascade_;
        DiscountFits fits_;
    };

    /// V_n = e_n D(n) + (1 − e_n) V_{n+1}, e_n = E[ρ at rank n].
    class Expected final : public Expectation {
      public:
        explicit Expected(const Cascade& cascade) : cascade_(cascade) {}
        double value(const GradeChances& chances,
                     std::span<double> gradients,
                     Scratch& scratch) const override;

      private:
        const Cascade& cascade_;
    };

    StopWorth worth_;
    Soft soft_{*this};
    Expected expect_{*this};
};

}  // namespace gradus
