#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace gradus {

/// One query's documents as a measure sees them.
struct RankedList {
    std::span<const float> grades;  ///< best rank first
    std::span<const float> ideal;   ///< the grades of all judged documents, highest first
};

/// The documents by falling score; equal scores keep their order. NaN scores are not allowed.
void rank_by_score(std::span<const float> scores, std::vector<std::uint32_t>& order);

}  // namespace gradus
