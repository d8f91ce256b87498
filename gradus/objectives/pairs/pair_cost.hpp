#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "gradus/base/scratch.hpp"
#include "gradus/objectives/objective.hpp"

namespace gradus {

/// What a pair costs in which document i should stand above j, at x = s_i − s_j.
enum class PairCost : unsigned char {
    logistic,  ///< log(1 + e^(−κx)) (Burges et al., ICML 2005)
    sigmoid,   ///< 1/(1 + e^(κ(x + μ))) (Svore, Volkovs & Burges, WWW 2011, eq. 13)
    literal    ///< the logistic cost itself for a gradient, and of i alone: as Svore et al. 2011
               ///< print λ^(C)
};

struct PairRule {
    PairCost cost = PairCost::logistic;
    double sigma = 1.0;        ///< κ
    double centre = 0.0;       ///< μ of the sigmoid cost, whose force is largest at x = −μ
    bool by_distance = false;  ///< divide by 0.01 + |x|, as LightGBM does
};

/// The cost of one pair, −∂cost/∂s_i of it, and ∂²cost/∂s_i² (0 where the cost has none).
struct PairTerms {
    double cost;
    double force;
    double hessian;
};
PairTerms pair_terms(const PairRule& rule, double distance);

/// One query's documents in rank order and blocks of eight lanes: what the kernels in float read
/// and add to. Not for PairCost::literal.
struct RankedLanes {
    std::size_t size = 0;        ///< documents; all spans are longer, by whole blocks
    std::span<float> sides;      ///< what orients a pair, such as the grade; NaN = forms no pair
    std::span<float> odds;       ///< e^(κ(s − median)), the exponent cut off at ±40
    std::span<float> scores;     ///< filled where the rule wants distances
    std::span<float> gradients;  ///< over κ
    std::span<float> hessians;   ///< over κ²
    float root_centre = 1.0F;    ///< e^(κμ/2)
    bool by_distance = false;    ///< never where all scores are equal
    PairCost cost = PairCost::logistic;
    double force = 0.0;  ///< Σ |gradient| over all pairs, over κ
};

/// `sides` by document. Gradients and Hessians are 0.
RankedLanes rank_lanes(const ScoredQuery<float>& query,
                       std::span<const float> sides,
                       const PairRule& rule,
                       Scratch& scratch);

/// Adds the pairs of position a with all later ones, weighted by |changes|. Rows must come in
/// rising order of a: done documents lose their side. `changes` has as many places as
/// `lanes.sides`; those of no later document may hold anything.
void add_row(RankedLanes& lanes, std::size_t a, std::span<const float> changes);

/// All rows a < reach with |changes| = |side_a − side_b| · (discounts[a] − discounts[b]): sides are
/// gains. `discounts` by position, in whole blocks, never rising.
void add_product_rows(RankedLanes& lanes, std::size_t reach, std::span<const float> discounts);

/// gradients[order[i]] = κ · scale · weights[order[i]] · lanes.gradients[i], Hessians with κ².
/// Empty weights are all 1.
void write_by_document(const RankedLanes& lanes,
                       const ScoredQuery<float>& query,
                       const PairRule& rule,
                       double scale,
                       std::span<const float> weights,
                       std::span<float> gradients,
                       std::span<float> hessians);

/// How many places whole blocks take.
constexpr std::size_t lane_count = 8;
constexpr std::size_t in_blocks(std::size_t n) {
    return (n + lane_count - 1) / lane_count * lane_count;
}

}  // namespace gradus
