#include "gradus/objectives/lambda.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gradus/base/parallel.hpp"
#include "gradus/objectives/bound_labels.hpp"
#include "gradus/objectives/objective_text.hpp"
#include "gradus/objectives/pairs/lambda_pairs.hpp"

namespace gradus {
namespace {

constexpr float no_side = std::numeric_limits<float>::quiet_NaN();

class BoundLambda final : public BoundObjective {
  public:
    BoundLambda(const NamedMeasure& target,
                const LambdaParams& params,
                const TierRule& tier,
                const Dataset& data,
                unsigned threads)
        : measure_(*target.measure),
          rule_{.cost = params.cost,
                .sigma = params.sigma,
                .centre = params.centre,
                .by_distance = params.normalise == QueryScale::lightgbm},
          scale_(params.normalise),
          truncation_(params.truncation == 0 ? std::numeric_limits<std::size_t>::max()
                                             : static_cast<std::size_t>(params.truncation)),
          labels_(data, target.labels, threads),
          keys_(data, tier, threads),
          sides_(data.documents()),
          is_informative_(data.queries()) {
        labels_.check_measurable(measure_, target.text);
        Scratch scratch;
        by_factors_ = keys_.admits_all() && measure_.swap_factors({}, scratch).has_value();
        if (by_factors_) {
            discounts_.resize(in_blocks(data.documents()) + lane_count);
            reaches_.resize(data.queries());
        }
        parallel_for(data.queries(), 64, threads, [&](std::size_t first, std::size_t last) {
            Scratch own;
            for (std::size_t query = first; query < last; ++query) prepare(query, tier, own);
        });
    }

    bool is_informative(std::size_t query) const override { return is_informative_[query] != 0; }

    double evaluate(const ScoredQuery<double>& query,
                    Scratch& scratch,
                    std::span<double> gradients,
                    std::span<double> hessians) const override {
        std::ranges::fill(gradients, 0.0);
        std::ranges::fill(hessians, 0.0);
        if (!is_informative(query.query)) return 0.0;
        const Scratch::Frame frame(scratch);
        const std::size_t n = query.scores.size();
        const std::span<double> scores = scratch.array<double>(n);
        const std::span<double> ranked_gradients = scratch.array<double>(n);
        const std::span<double> ranked_hessians = scratch.array<double>(n);
        const std::span<unsigned char> alone = scratch.array<unsigned char>(n);
        for (std::size_t i = 0; i < n; ++i) {
            scores[i] = query.scores[query.order[i]];
            alone[i] = std::isnan(sides_of(query.query)[query.order[i]]) ? 1 : 0;
        }
        PairRule rule = rule_;
        rule.by_distance = rule.by_distance && scores.front() != scores.back();
        const PairSums sums =
            lambda_gradients(measure_,
                             {.list = labels_.ranked(query.query, query.order, scratch),
                              .scores = scores,
                              .keys = keys_.ranked(query.query, query.order, scratch),
                              .alone = alone,
                              .truncation = truncation_},
                             rule,
                             scratch,
                             ranked_gradients,
                             ranked_hessians);
        const double scale = scale_of<double>(ranked_gradients, 2.0 * sums.force);
        const std::span<const float> weights = labels_.weights(query.query);
        double total_weight = 0.0;
        for (std::size_t i = 0; i < n; ++i) {
            const std::uint32_t document = query.order[i];
            const double weight = weights.empty() ? 1.0 : static_cast<double>(weights[document]);
            gradients[document] = scale * weight * ranked_gradients[i];
            hessians[document] = scale * weight * ranked_hessians[i];
            total_weight += weight;
        }
        return scale * sums.value * (total_weight / static_cast<double>(n));
    }

    void evaluate_float(const ScoredQuery<float>& query,
                        Scratch& scratch,
                        std::span<float> gradients,
                        std::span<float> hessians) const override {
        if (rule_.cost == PairCost::literal) {
            BoundObjective::evaluate_float(query, scratch, gradients, hessians);
            return;
        }
        if (!is_informative(query.query)) {
            std::ranges::fill(gradients, 0.0F);
            std::ranges::fill(hessians, 0.0F);
            return;
        }
        const Scratch::Frame frame(scratch);
        RankedLanes lanes = rank_lanes(query, sides_of(query.query), rule_, scratch);
        if (by_factors_) {
            add_product_rows(lanes,
                             std::min<std::size_t>(reaches_[query.query], truncation_),
                             std::span(discounts_).subspan(labels_.begin(query.query)));
        } else {
            add_rows(query, lanes, scratch);
        }
        const auto within = std::span<const float>(lanes.gradients).first(lanes.size);
        const double scale = scale_ == QueryScale::deviation
                                 ? deviation_factor(within) / rule_.sigma
                                 : scale_of<float>(within, 2.0 * rule_.sigma * lanes.force);
        write_by_document(
            lanes, query, rule_, scale, labels_.weights(query.query), gradients, hessians);
    }

  private:
    std::span<const float> sides_of(std::size_t query) const {
        return std::span(sides_).subspan(labels_.begin(query), labels_.size(query));
    }

    template <class Real>
    double scale_of(std::span<const Real> gradients, double force) const {
        if (scale_ == QueryScale::lightgbm) return lightgbm_factor(force);
        return scale_ == QueryScale::deviation ? deviation_factor(gradients) : 1.0;
    }

    /// Any measure: its own rows, without the pairs of other tiers.
    void add_rows(const ScoredQuery<float>& query, RankedLanes& lanes, Scratch& scratch) const {
        const std::size_t n = lanes.size;
        const RankedList list = labels_.ranked(query.query, query.order, scratch);
        const SwapRows<float>& rows = measure_.swap_float(list, scratch);
        const auto keys = keys_.ranked(query.query, query.order, scratch);
        const std::span<float> changes = scratch.array<float>(lanes.sides.size(), 0.0F);
        for (std::size_t a = 0; a < std::min(rows.reach(), truncation_); ++a) {
            rows.fill(a, changes.first(n));
            mask_row(keys, a, changes.first(n));
            add_row(lanes, a, changes);
        }
    }

    void prepare(std::size_t query, const TierRule& tier, Scratch& scratch) {
        const Scratch::Frame frame(scratch);
        const std::size_t begin = labels_.begin(query);
        const std::span<const float> grades = labels_.grades(query);
        const std::span<float> sides = std::span(sides_).subspan(begin, grades.size());
        std::ranges::copy(grades, sides.begin());
        if (by_factors_) {
            const auto order = scratch.array<std::uint32_t>(grades.size());
            std::iota(order.begin(), order.end(), 0U);
            const std::optional<SwapFactors> factors =
                measure_.swap_factors(labels_.ranked(query, order, scratch), scratch);
            assert(factors.has_value());  // a measure has them for every list or for none
            reaches_[query] = static_cast<std::uint32_t>(factors->reach);
            for (std::size_t i = 0; i < grades.size(); ++i) {
                discounts_[begin + i] = static_cast<float>(factors->discounts[i]);
                if (!std::isnan(grades[i])) sides[i] = static_cast<float>(factors->gains[i]);
            }
        }
        for (std::size_t i = 0; i < grades.size(); ++i) {
            if (tier.excluded && grades[i] == static_cast<float>(*tier.excluded))
                sides[i] = no_side;
        }
        is_informative_[query] = find_pair(query, sides) ? 1 : 0;
    }

    bool find_pair(std::size_t query, std::span<const float> sides) const {
        if (by_factors_ && reaches_[query] == 0) return false;
        if (keys_.admits_all()) {
            const auto is_known = [](float side) { return !std::isnan(side); };
            const auto first = std::ranges::find_if(sides, is_known);
            return std::any_of(
                first, sides.end(), [&](float side) { return side < *first || side > *first; });
        }
        for (std::size_t i = 0; i < sides.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                if ((sides[i] < sides[j] || sides[i] > sides[j]) && keys_.admits(query, i, j)) {
                    return true;
                }
            }
        }
        return false;
    }

    const Measure& measure_;
    PairRule rule_;
    QueryScale scale_;
    std::size_t truncation_;
    BoundLabels labels_;
    TierKeys keys_;
    bool by_factors_ = false;       // changes are products, and no tier filters pairs
    std::vector<float> sides_;      // by document: grade, or gain by factors; NaN = forms no pair
    std::vector<float> discounts_;  // by factors: of each query by position
    std::vector<std::uint32_t> reaches_;
    std::vector<unsigned char> is_informative_;
};

}  // namespace

Lambda::Lambda(NamedMeasure target, LambdaParams params, TierRule tier)
    : target_(std::move(target)), params_(params), tier_(std::move(tier)) {
    if (std::abs(params_.sigma * params_.centre) > 40.0) {
        throw Error({"objective lambda"},
                    fmt::format("sigma={} times centre={} is beyond 40, where the cost is flat",
                                params_.sigma,
                                params_.centre),
                    "choose a smaller centre");
    }
}

std::string Lambda::text() const {
    std::string inner = target_.text;
    for (const std::string& column : tier_.earlier)
        inner += ", after=" + in_quotes_if_needed(column);
    if (tier_.missing == MissingGrades::lenient) inner += ", missing=lenient";
    if (tier_.excluded) inner += ", excluded=" + shortest(*tier_.excluded);
    return objective_text("lambda", inner, params_);
}

Traits Lambda::traits() const {
    return {.lambda = true, .hessian = params_.cost != PairCost::sigmoid};
}

std::unique_ptr<const BoundObjective> Lambda::bind(const Dataset& data, unsigned threads) const {
    return std::make_unique<BoundLambda>(target_, params_, tier_, data, threads);
}

namespace objectives {
extern const ObjectiveEntry lambda_entry{
    .name = "lambda",
    .summary = "pairs of documents weighted by what a measure changes when they trade places",
    .reference = "Burges et al. 2006",
    .subject = Subject::measure,
    .traits = {.lambda = true},
    .keeps_to_tiers = true,
    .examples =
        "lambda(NDCG@10) lambda(AP,cost=sigmoid,sigma=2,centre=0.5) "
        "lambda(ERR,normalise=lightgbm) lambda(GAP,normalise=deviation) "
        "lambda(NDCG,truncation=3) lambda(CNDCG@10,after=grade,excluded=0) "
        "lambda(CNDCG,after=grade,missing=lenient) "
        "lambda(NDCG(labels=click))",
    .params = params_with<LambdaParams>,
    .make = [](const ObjectiveArguments& arguments) -> std::unique_ptr<const Objective> {
        auto params = params_from<LambdaParams>(arguments.settings, arguments.where);
        // Svore et al. 2011 print the literal form for a later tier only.
        if (arguments.is_first_tier && params.cost == PairCost::literal)
            params.cost = PairCost::logistic;
        return std::make_unique<Lambda>(arguments.measure, params, arguments.tier);
    },
};
}  // namespace objectives

}  // namespace gradus
