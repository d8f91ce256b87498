#pragma once

#include "gradus/measures/abilities/swap_rows.hpp"
#include "gradus/measures/gap/thresholds.hpp"

namespace gradus {

/// GAP's changes under swaps, O(1) each after tables of O(n · grades). `total` is Z > 0.
template <class Real>
const SwapRows<Real>& gap_rows(const RankedList& list,
                               const AcceptChance& accepts,
                               double total,
                               Scratch& scratch);

}  // namespace gradus
