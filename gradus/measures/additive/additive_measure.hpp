#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>

#include "gradus/measures/additive/discount.hpp"
#include "gradus/measures/additive/gain.hpp"
#include "gradus/measures/measure.hpp"

namespace gradus {

/// What the sum is divided by.
enum class Normaliser : unsigned char {
    one,
    cutoff,
    list,      ///< the cutoff, or the length of the list where that is less
    relevant,  ///< the gains of all judged documents, undiscounted
    ideal      ///< the sum of the ideal list, cut alike
};

/// The joint feature map Ψ of `violate`.
enum class Psi : unsigned char {
    thresholds,  ///< of Yue et al. 2007, for each gain: that and higher ones against the others
    discount,    ///< Ψ = Σ_i D(r_i) φ_i, for any gains
    pairs,       ///< of Yue et al. 2007, over two classes; wants a binary gain
    none         ///< no such ability
};

struct AdditiveForm {
    Gain gain;
    Discount discount;
    Normaliser normaliser = Normaliser::ideal;
    std::size_t cutoff = 0;  ///< 0 = none
    Psi psi = Psi::discount;
    double most = 1.0;
};

/// A sum-of-gain measure laid out for one query.
struct AdditiveLayout {
    double reference;                   ///< for Gain::of
    double normaliser;                  ///< 0 where the measure is undefined
    std::size_t reach;                  ///< ranks that count
    std::span<const double> discounts;  ///< D by position, 0 from `reach` on
    bool whole;                         ///< all ranks count, by a convex Discount
};

/// Σ_{r ≤ k} gain(l(r)) · D(r) / Z: the family of NDCG, precision at k and rank-biased precision.
class AdditiveMeasure : public WithSwap<AdditiveMeasure> {
  public:
    explicit AdditiveMeasure(AdditiveForm form);

    double score(const RankedList& list) const override;
    const SoftForm* soft() const override { return soft_.get(); }
    const Argmax* violate() const override { return argmax_.get(); }
    const Expectation* expect() const override { return expectation_.get(); }
    template <class Real>
    const SwapRows<Real>& swap_rows(const RankedList& list, Scratch& scratch) const;
    std::optional<SwapFactors> swap_factors(const RankedList& list,
                                            Scratch& scratch) const override;
    std::optional<double> expected_over_ties(
        const RankedList& list, std::span<const std::size_t> group_ends) const override;
    std::string objection(double grade) const override { return form_.gain.objection(grade); }
    double most() const override { return form_.most; }
    std::string_view left_to_data() const override { return form_.gain.left_to_data(); }

    const AdditiveForm& form() const { return form_; }
    virtual AdditiveLayout lay_out(std::size_t size,
                                   std::span<const double> ideal,
                                   double highest,
                                   Scratch& scratch) const;
    /// gain(grade)/Z of each document; wants a normaliser above 0.
    std::span<double> shares(std::span<const double> grades,
                             const AdditiveLayout& layout,
                             Scratch& scratch) const;

  protected:
    /// How many ranks of a list count.
    virtual std::size_t reach(std::size_t size, std::span<const double> ideal) const;
    /// Σ gain · D over the first `end` ranks, added in rank order.
    double sum(std::span<const double> grades, std::size_t end, double reference) const;
    double normaliser(std::size_t size, std::span<const double> ideal, double reference) const;

  private:
    SwapFactors factors_of(const RankedList& list, Scratch& scratch) const;

    AdditiveForm form_;
    std::unique_ptr<const SoftForm> soft_;
    std::unique_ptr<const Argmax> argmax_;
    std::unique_ptr<const Expectation> expectation_;
};

/// The abilities, one file each; the measure must outlive them.
std::unique_ptr<const SoftForm> additive_soft_form(const AdditiveMeasure& measure);
std::unique_ptr<const Argmax> additive_argmax(const AdditiveMeasure& measure);
std::unique_ptr<const Expectation> additive_expectation(const AdditiveMeasure& measure);

}  // namespace gradus
