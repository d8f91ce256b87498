#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "gradus/learners/trees/growing/histogram.hpp"

namespace gradus::gbdt {

/// What a split of a leaf has to keep to; all in the histogram's units.
struct SplitLimits {
    Cell total = 0;                  ///< of all documents of the leaf
    std::int64_t least_hessian = 1;  ///< of each side, from 1
    double l2 = 0.0;
};

/// Where to cut one feature: bins up to `bin` go left.
struct Cut {
    double gain = -1.0;  ///< S²/(H + λ) of both sides together; below 0 = there is no cut
    std::int32_t bin = -1;
    bool missing_left = false;
    Cell left = 0;  ///< what goes left
};

/// The best cut of a feature with `bins` bins of values and perhaps missing values (the last cell);
/// of equal ones that with the lowest bin, missing values on the right before left.
template <class AnyCell>
Cut find_cut(const AnyCell* cells, std::size_t bins, const SplitLimits& limits);

/// What a leaf's value must keep to so that scores rise or fall with the chosen features.
struct Bounds {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
};

/// Further limits, for the slow search.
struct CutRules {
    std::span<const std::uint32_t>
        counts{};                     ///< documents of each bin, missing in the last; or none
    std::size_t least_documents = 0;  ///< of each side, where counts are given
    Bounds bounds{};                  ///< of the leaf, in units of gradient/Hessian
    int direction = 0;                ///< 1, −1: the right side's value not below, above
};

/// The same with further limits. Plain, for the few leaves and features that need it, and the
/// measure of the fast search in tests.
template <class AnyCell>
Cut find_cut_slowly(const AnyCell* cells,
                    std::size_t bins,
                    const SplitLimits& limits,
                    const CutRules& rules);

/// S²/(H + λ) of one side, whose value −S/(H + λ) is moved into the bounds.
double side_gain(Cell side, double l2, const Bounds& bounds = {});
/// −S/(H + λ) moved into the bounds; 0 where nothing is known.
double side_value(Cell side, double l2, const Bounds& bounds);

}  // namespace gradus::gbdt
