#include "gradus/rank/ranking.hpp"

#include <algorithm>
#include <numeric>

namespace gradus {

void rank_by_score(std::span<const float> scores, std::vector<std::uint32_t>& order) {
    order.resize(scores.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(
        order, [&](std::uint32_t a, std::uint32_t b) { return scores[a] > scores[b]; });
}

}  // namespace gradus
