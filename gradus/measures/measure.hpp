#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/base/params.hpp"
#include "gradus/measures/abilities/argmax.hpp"
#include "gradus/measures/abilities/expectation.hpp"
#include "gradus/measures/abilities/soft_form.hpp"
#include "gradus/measures/abilities/swap_rows.hpp"
#include "gradus/rank/ranking.hpp"

namespace gradus {

/// Scores one ranked list. Higher is better.
class Measure {
  public:
    Measure() = default;
    Measure(const Measure&) = delete;
    Measure& operator=(const Measure&) = delete;
    Measure(Measure&&) = delete;
    Measure& operator=(Measure&&) = delete;
    virtual ~Measure() = default;

    /// NaN where the measure is undefined (0/0); what that counts is evaluation's decision.
    virtual double score(const RankedList& list) const = 0;

    /// The other abilities; null where the measure has none.
    virtual const SoftForm* soft() const { return nullptr; }
    virtual const Argmax* violate() const { return nullptr; }
    virtual const Expectation* expect() const { return nullptr; }

    /// Changes under swaps, prepared once a query in the caller's scratch memory and read a row at
    /// a time. The default scores each swapped list again; a faster one must agree with it
    /// (WithSwap).
    virtual const SwapRows<double>& swap(const RankedList& list, Scratch& scratch) const;
    virtual const SwapRows<float>& swap_float(const RankedList& list, Scratch& scratch) const;
    virtual bool has_fast_swap() const { return false; }
    /// The same as factors in the caller's scratch memory, where a change is a product of two.
    /// Gains move with their documents and discounts stay, whatever the order.
    virtual std::optional<SwapFactors> swap_factors(const RankedList& /*list*/,
                                                    Scratch& /*scratch*/) const {
        return std::nullopt;
    }

    /// The mean over all orders of each group of equal scores, given the positions behind the last
    /// document of each; nothing where no closed form is known (gradus/measures/ties.hpp).
    virtual std::optional<double> expected_over_ties(
        const RankedList& /*list*/, std::span<const std::size_t> /*group_ends*/) const {
        return std::nullopt;
    }

    /// Why a grade cannot be measured, such as one beyond the table of gains; "" where it can.
    /// Asked once for each distinct grade before anything is scored.
    virtual std::string objection(double /*grade*/) const { return {}; }
    /// The parameter that says how high grades can go, where it was left to the data: the same
    /// ranking then has another value in data with a higher grade. "" where nothing was left.
    virtual std::string_view left_to_data() const { return {}; }
    /// Never falls when a better document moves up. Then falling grades are the best order of tied
    /// documents, and rising ones the worst.
    virtual bool is_monotone() const { return true; }
    /// The interval in which all values lie.
    virtual double least() const { return 0.0; }
    virtual double most() const { return 1.0; }
};

/// The base of a measure with a fast swap: Self has `template <class Real> const SwapRows<Real>&
/// swap_rows(const RankedList&, Scratch&) const`.
template <class Self>
class WithSwap : public Measure {
  public:
    const SwapRows<double>& swap(const RankedList& list, Scratch& scratch) const final {
        return static_cast<const Self&>(*this).template swap_rows<double>(list, scratch);
    }
    const SwapRows<float>& swap_float(const RankedList& list, Scratch& scratch) const final {
        return static_cast<const Self&>(*this).template swap_rows<float>(list, scratch);
    }
    bool has_fast_swap() const final { return true; }

  private:
    friend Self;  // and nobody else's base
    WithSwap() = default;
};

/// Whether a measure stops at the rank behind @.
enum class Cutoff : unsigned char { optional, required, none };

/// What a measure file offers to the rest of the library.
struct MeasureEntry {
    std::string_view name;       ///< as the user types it, in lower case; also the name of the file
    std::string_view summary;    ///< one line, for help text and documentation
    std::string_view reference;  ///< who defined it, where
    std::string_view aliases;    ///< further names, between blanks; those of other tools among them
    std::string_view examples;   ///< between blanks; what the batteries of tests try, and the
                                 ///< first shows `gradus list measures` what it can be asked
    std::vector<ParamInfo> (*params)();
    std::unique_ptr<const Measure> (*make)(const Spec& spec, const Where& where);
    Cutoff cutoff = Cutoff::optional;
};

/// All measures: one for each file of this folder.
std::span<const MeasureEntry* const> all_measures();

/// The measure that the user typed: `name(param=value, …)@k`, names in any case, or as other tools
/// spell it (gradus/measures/spelling.hpp).
std::shared_ptr<const Measure> make_measure(std::string_view text);

/// An undefined value.
double undefined();

}  // namespace gradus
