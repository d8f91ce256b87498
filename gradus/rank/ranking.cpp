#include "gradus/rank/ranking.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace gradus {
namespace {

/// Rises where the score falls. Zeros of both signs are one score.
std::uint32_t falling_key(float score) {
    const auto bits = std::bit_cast<std::uint32_t>(score + 0.0F);
    constexpr std::uint32_t sign = 0x80000000U;
    return (bits & sign) != 0 ? bits : ~(bits | sign);
}

}  // namespace

double highest_grade(double highest, std::span<const double> ideal) {
    return ideal.empty() ? highest : std::max(highest, ideal.front());
}

void rank_by_score(std::span<const float> scores, std::vector<std::uint32_t>& order) {
    // Score and place in one integer: as a stable sort has it, without its look-ups.
    std::vector<std::uint64_t> keys(scores.size());
    for (std::size_t i = 0; i < keys.size(); ++i)
        keys[i] = std::uint64_t{falling_key(scores[i])} << 32U | i;
    std::ranges::sort(keys);
    order.resize(scores.size());
    for (std::size_t i = 0; i < keys.size(); ++i) order[i] = static_cast<std::uint32_t>(keys[i]);
}

void rank_by_score(std::span<const double> scores, std::span<std::uint32_t> order) {
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(
        order, [&](std::uint32_t a, std::uint32_t b) { return scores[a] > scores[b]; });
}

}  // namespace gradus
