#include "gradus/rank/ranking.hpp"

#include <algorithm>
#include <numeric>

namespace gradus {
namespace {

template <class Score>
void rank(std::span<const Score> scores, std::span<std::uint32_t> order) {
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(
        order, [&](std::uint32_t a, std::uint32_t b) { return scores[a] > scores[b]; });
}

}  // namespace

double highest_grade(double highest, std::span<const double> ideal) {
    return ideal.empty() ? highest : std::max(highest, ideal.front());
}

void rank_by_score(std::span<const float> scores, std::vector<std::uint32_t>& order) {
    order.resize(scores.size());
    rank<float>(scores, order);
}

void rank_by_score(std::span<const double> scores, std::span<std::uint32_t> order) {
    rank<double>(scores, order);
}

}  // namespace gradus
