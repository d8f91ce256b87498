#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gradus/measures/measure.hpp"

namespace gradus {

/// A measure's value where documents of equal score have no order of their own (McSherry & Najork,
/// ECIR 2008): over all orders of each group of them.
struct TiedValue {
    double least = 0.0;
    double mean = 0.0;
    double most = 0.0;
    /// Whether `mean` is that of all orders. Else it is that of 1000 random ones.
    bool exact = true;
};

/// The positions behind the last document of each group of equal scores; `scores` by rank.
std::vector<std::size_t> tie_group_ends(std::span<const double> scores);

/// By the measure's own closed form where it has one, else over every order where there are at most
/// 5040 that differ, else over 1000 that depend on the seed and the stream alone (say, the query).
/// Least and most are those of the lower and of the higher grades first, and of what was tried
/// besides, which matters where the measure is not monotone.
TiedValue value_over_ties(const Measure& measure,
                          const RankedList& list,
                          std::span<const std::size_t> group_ends,
                          std::uint64_t seed = 0,
                          std::uint64_t stream = 0);

}  // namespace gradus
