#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "gradus/base/scratch.hpp"
#include "gradus/measures/abilities/argmax.hpp"

namespace gradus {

/// The ranking y of a binary query that maximises loss(y) + w·Ψ(y) with the pairwise Ψ. Each class
/// stays in the order of its scores (another order lowers w·Ψ and leaves the loss), so a ranking is
/// an interleaving of two sequences. Both functions write it to `order` and want both classes
/// non-empty; among equals they take the one with the fewest wrong pairs.

/// For any loss Σ_i loss_of(i, position of the i-th relevant document), both from 0. A dynamic
/// program over the nonrelevant documents above each relevant one, O(R·M).
void best_interleaving(std::span<const double> scores,
                       const TwoClasses& classes,
                       const std::function<double(std::size_t, std::size_t)>& loss_of,
                       std::span<std::uint32_t> order,
                       Scratch& scratch);

/// For a loss where each nonrelevant document j finds its own best place and these places come out
/// in order (average precision: Yue, Finley, Radlinski & Joachims, SIGIR 2007; any convex falling
/// discount). flip_loss(j, i), both from 0, is what the loss gains when the nonrelevant documents
/// 0 … j instead of 0 … j − 1 stand above the relevant documents from i on; O(1) to ask. By divide
/// and conquer over j, O((R + M) log M).
void best_flips(std::span<const double> scores,
                const TwoClasses& classes,
                const std::function<double(std::size_t, std::size_t)>& flip_loss,
                std::span<std::uint32_t> order,
                Scratch& scratch);

}  // namespace gradus
