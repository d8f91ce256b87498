#include "gradus/objectives/pairs/pair_cost.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gradus/base/exponential.hpp"
#include "gradus/base/vector_clones.hpp"
#include "gradus/objectives/pairs/pair_kernel.hpp"

namespace gradus {
namespace {

constexpr float largest_exponent = 40.0F;  // products of two odds and their squares stay in range

pair_kernel::Arrays arrays_of(const RankedLanes& lanes, std::span<const float> weights) {
    return {.end = in_blocks(lanes.size),
            .sides = lanes.sides.data(),
            .odds = lanes.odds.data(),
            .scores = lanes.scores.data(),
            .weights = weights.data(),
            .gradients = lanes.gradients.data(),
            .hessians = lanes.hessians.data(),
            .root_centre = lanes.root_centre};
}

GRADUS_AVX2_CLONES void exponentials(std::span<float> values,
                                     float median,
                                     float sigma,
                                     float largest) {
    float* const data = values.data();
    const std::size_t size = values.size();
    for (std::size_t i = 0; i < size; ++i) {
        const float x = (data[i] - median) * sigma;
        const float low = x < largest ? x : largest;
        data[i] = exponential(low > -largest ? low : -largest);
    }
}

GRADUS_AVX2_CLONES double add_one_row(const pair_kernel::Arrays& arrays,
                                      std::size_t a,
                                      bool distance,
                                      PairCost cost) {
    return pair_kernel::add_rows<false>(arrays, a, a + 1, distance, cost);
}

GRADUS_AVX2_CLONES double add_all_product_rows(const pair_kernel::Arrays& arrays,
                                               std::size_t reach,
                                               bool distance,
                                               PairCost cost) {
    return pair_kernel::add_rows<true>(arrays, 0, reach, distance, cost);
}

}  // namespace

PairTerms pair_terms(const PairRule& rule, double distance) {
    const bool shifted = rule.cost == PairCost::sigmoid;
    const double x = rule.sigma * (distance + (shifted ? rule.centre : 0.0));
    const double small = std::exp(-std::abs(x));
    const double wrong = (x > 0.0 ? small : 1.0) / (1.0 + small);  // 1/(1 + e^x)
    const double both = small / ((1.0 + small) * (1.0 + small));   // σ(x)σ(−x)
    const double logistic = std::max(-x, 0.0) + std::log1p(small);
    PairTerms terms{};
    switch (rule.cost) {
        case PairCost::logistic:
            terms = {logistic, rule.sigma * wrong, rule.sigma * rule.sigma * both};
            break;
        case PairCost::sigmoid:
            terms = {wrong, rule.sigma * both, 0.0};
            break;
        case PairCost::literal:
            terms = {logistic, logistic, rule.sigma * rule.sigma * both};
            break;
    }
    if (!rule.by_distance) return terms;
    const double apart = 0.01 + std::abs(distance);
    return {terms.cost / apart, terms.force / apart, terms.hessian / apart};
}

RankedLanes rank_lanes(const ScoredQuery<float>& query,
                       std::span<const float> sides,
                       const PairRule& rule,
                       Scratch& scratch) {
    const std::size_t n = query.scores.size();
    const std::size_t end = in_blocks(n);
    RankedLanes lanes;
    lanes.size = n;
    lanes.cost = rule.cost;
    lanes.sides = scratch.array<float>(end);
    lanes.odds = scratch.array<float>(end);
    lanes.gradients = scratch.array<float>(end, 0.0F);
    lanes.hessians = scratch.array<float>(end, 0.0F);
    if (n == 0) return lanes;
    for (std::size_t i = 0; i < n; ++i) {
        lanes.sides[i] = sides[query.order[i]];
        lanes.odds[i] = query.scores[query.order[i]];
    }
    for (std::size_t i = n; i < end; ++i) {
        lanes.sides[i] = std::numeric_limits<float>::quiet_NaN();
        lanes.odds[i] = lanes.odds[n - 1];
    }
    lanes.by_distance = rule.by_distance && lanes.odds[0] != lanes.odds[n - 1];
    if (lanes.by_distance) {
        lanes.scores = scratch.array<float>(end);
        std::ranges::copy(lanes.odds, lanes.scores.begin());
    }
    float largest = largest_exponent;
    if (rule.cost == PairCost::sigmoid) {
        const auto half = static_cast<float>(rule.sigma * rule.centre / 2.0);
        lanes.root_centre = exponential(half);
        largest -= std::abs(half);
    }
    exponentials(lanes.odds, lanes.odds[n / 2], static_cast<float>(rule.sigma), largest);
    return lanes;
}

void add_row(RankedLanes& lanes, std::size_t a, std::span<const float> changes) {
    lanes.force += add_one_row(arrays_of(lanes, changes), a, lanes.by_distance, lanes.cost);
}

void add_product_rows(RankedLanes& lanes, std::size_t reach, std::span<const float> discounts) {
    lanes.force +=
        add_all_product_rows(arrays_of(lanes, discounts), reach, lanes.by_distance, lanes.cost);
}

void write_by_document(const RankedLanes& lanes,
                       const ScoredQuery<float>& query,
                       const PairRule& rule,
                       double scale,
                       std::span<const float> weights,
                       std::span<float> gradients,
                       std::span<float> hessians) {
    const auto gradient_scale = static_cast<float>(rule.sigma * scale);
    const auto hessian_scale = static_cast<float>(rule.sigma * rule.sigma * scale);
    for (std::size_t i = 0; i < lanes.size; ++i) {
        const std::uint32_t document = query.order[i];
        const float weight = weights.empty() ? 1.0F : weights[document];
        gradients[document] = gradient_scale * weight * lanes.gradients[i];
        hessians[document] = hessian_scale * weight * lanes.hessians[i];
    }
}

}  // namespace gradus
