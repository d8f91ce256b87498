#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "gradus/base/scratch.hpp"
#include "gradus/objectives/lists/list_objective.hpp"

/// Costs of a list of scores as a whole, by the model of Plackett (1975) and Luce (1959): the first
/// document is drawn with chances in proportion to e^score, the next from the rest alike. Each
/// returns its value and writes the first and second derivatives by score, which for a score's own
/// second derivative are never negative.
namespace gradus::plackett_luce {

using Derivatives = ListDerivatives;

/// The cross entropy between the chances of `target` and of `scores` to be drawn first.
double first_draw(std::span<const double> target,
                  std::span<const double> scores,
                  const Derivatives& to);

/// The same of the first `draws` draws together, a sum over all sets that they may have taken:
/// count_sets() of them, each with a term for every document.
double first_draws(std::span<const double> target,
                   std::span<const double> scores,
                   std::size_t draws,
                   Scratch& scratch,
                   const Derivatives& to);

/// How many sets of fewer than `draws` of n documents there are; at most 2^62.
std::uint64_t count_sets(std::size_t n, std::size_t draws);

/// −log of the chance that the first `draws` of `order` are drawn in this order.
double drawn_in_order(std::span<const std::uint32_t> order,
                      std::span<const double> scores,
                      std::size_t draws,
                      Scratch& scratch,
                      const Derivatives& to);

}  // namespace gradus::plackett_luce
