#include "gradus/learners/boosting/rounds/query_booster.hpp"

#include <algorithm>
#include <cmath>

#include "gradus/base/error.hpp"
#include "gradus/base/parallel.hpp"
#include "gradus/learners/boosting/rounds/unit_measure.hpp"
#include "gradus/models/linear.hpp"

namespace gradus::boosting {
namespace {

constexpr std::size_t queries_a_slice = 8;

/// ½ log(Σ P (1 + E) / Σ P (1 − E)), which is finite where a feature makes no mistake.
double weight_of_feature(double r) {
    return 0.5 * std::log((1.0 + r) / std::max(1.0 - r, 1e-12));
}

}  // namespace

QueryBooster::QueryBooster(const Dataset& train,
                           const NamedMeasure& target,
                           const QueryBoosterOptions& options)
    : train_(train),
      target_(target),
      options_(options),
      labels_(train, target.labels, options.threads),
      ranks_(train, options.seed),
      scales_(options.standardise ? feature_scales(train)
                                  : std::vector<FeatureScale>(train.features.columns())),
      scores_(train.documents()),
      set_aside_(rankers()) {
    require_unit_values(target);
    Scratch scratch;
    for (std::size_t query = 0; query < train.queries(); ++query) {
        const std::vector<double> ties(train.query_size(query));
        if (!std::isnan(measure(query, ties, scratch))) queries_.push_back(query);
    }
    if (queries_.empty())
        throw Error({"training data"},
                    "the measure " + target.text + " is undefined in every query",
                    "give data with relevant documents");
    weights_.assign(queries_.size(), 1.0 / static_cast<double>(queries_.size()));
    values_.resize(queries_.size());
    fill_table();
}

std::size_t QueryBooster::ways() const {
    return options_.directions == Directions::both ? 2 : 1;
}

std::size_t QueryBooster::rankers() const {
    return train_.features.columns() * ways();
}

double QueryBooster::sign_of(std::size_t ranker) const {
    return ranker % ways() == 1 ? -1.0 : 1.0;
}

double QueryBooster::term(float value, std::size_t feature) const {
    return scales_[feature].standardised(value);
}

double QueryBooster::measure(std::size_t query, std::span<const double> scores, Scratch& scratch) {
    scratch.clear();
    const std::span<std::uint32_t> order = scratch.array<std::uint32_t>(scores.size());
    rank_by_score(scores, order);
    const RankedList list = labels_.ranked(query, order, scratch);
    const std::span<std::size_t> ends = scratch.array<std::size_t>(scores.size());
    std::size_t groups = 0;
    for (std::size_t i = 1; i <= order.size(); ++i)
        if (i == order.size() || scores[order[i]] != scores[order[i - 1]]) ends[groups++] = i;
    if (groups == order.size()) return target_.measure->score(list);
    if (const auto mean = target_.measure->expected_over_ties(list, ends.first(groups)))
        return *mean;
    const std::span<float> rounded = scratch.array<float>(scores.size());
    for (std::size_t i = 0; i < scores.size(); ++i) rounded[i] = static_cast<float>(scores[i]);
    return target_.measure->score(
        labels_.ranked(query, ranks_.update(query, rounded, scratch), scratch));
}

void QueryBooster::fill_table() {
    table_.resize(rankers() * queries_.size());
    parallel_for(queries_.size(),
                 queries_a_slice,
                 options_.threads,
                 [&](std::size_t first, std::size_t last) {
                     Scratch scratch;
                     std::vector<double> scores;
                     for (std::size_t i = first; i < last; ++i) {
                         const std::size_t begin = train_.query_begins[queries_[i]];
                         scores.resize(train_.query_size(queries_[i]));
                         for (std::size_t ranker = 0; ranker < rankers(); ++ranker) {
                             const std::size_t feature = ranker / ways();
                             for (std::size_t d = 0; d < scores.size(); ++d)
                                 scores[d] = sign_of(ranker) *
                                             term(train_.features.row(begin + d)[feature], feature);
                             table_[ranker * queries_.size() + i] =
                                 measure(queries_[i], scores, scratch);
                         }
                     }
                 });
}

std::optional<Round> QueryBooster::find() {
    if (options_.patience > 0 && since_best_ >= options_.patience) return std::nullopt;
    Round best;
    for (std::size_t ranker = 0; ranker < rankers(); ++ranker) {
        if (set_aside_[ranker]) continue;
        double r = 0.0;
        for (std::size_t i = 0; i < queries_.size(); ++i)
            r += weights_[i] * table_[ranker * queries_.size() + i];
        if (r <= std::abs(best.r) + indifference) continue;
        best.feature = static_cast<std::uint32_t>(ranker / ways());
        best.r = sign_of(ranker) * r;
    }
    if (best.r == 0.0) return std::nullopt;
    best.alpha = std::copysign(weight_of_feature(std::abs(best.r)), best.r);
    return best;
}

void QueryBooster::add(const Round& round) {
    score(round, train_, scores_);
    measure_sum();
    const bool again = newest_ && newest_->feature == round.feature &&
                       std::signbit(newest_->alpha) == std::signbit(round.alpha);
    if (value_ > best_value_ + indifference) {
        best_value_ = value_;
        since_best_ = 0;
        set_aside_.assign(set_aside_.size(), false);
    } else {
        ++since_best_;
        if (again && options_.set_aside)
            set_aside_[round.feature * ways() + (round.alpha < 0.0 ? 1 : 0)] = true;
    }
    newest_ = round;
}

/// E by the sum of all rounds, and P by it.
void QueryBooster::measure_sum() {
    parallel_for(queries_.size(),
                 queries_a_slice,
                 options_.threads,
                 [&](std::size_t first, std::size_t last) {
                     Scratch scratch;
                     for (std::size_t i = first; i < last; ++i) {
                         const std::size_t query = queries_[i];
                         values_[i] =
                             measure(query,
                                     std::span<const double>(scores_).subspan(
                                         train_.query_begins[query], train_.query_size(query)),
                                     scratch);
                     }
                 });
    double sum = 0.0;
    double total = 0.0;
    for (std::size_t i = 0; i < queries_.size(); ++i) {
        sum += values_[i];
        weights_[i] = std::exp(-values_[i]);
        total += weights_[i];
    }
    for (double& weight : weights_) weight /= total;
    value_ = sum / static_cast<double>(train_.queries());
}

void QueryBooster::score(const Round& round, const Dataset& data, std::span<double> scores) const {
    for (std::size_t i = 0; i < scores.size(); ++i)
        scores[i] += round.alpha * term(data.features.row(i)[round.feature], round.feature);
}

std::unique_ptr<const Model> QueryBooster::model(std::span<const Round> rounds,
                                                 const TrainingNotes& notes) const {
    std::vector<LinearModel::Feature> features;
    features.reserve(scales_.size());
    for (std::size_t j = 0; j < scales_.size(); ++j)
        features.push_back({train_.feature_name(j), scales_[j], 0.0});
    for (const Round& round : rounds) features[round.feature].weight += round.alpha;
    return std::make_unique<LinearModel>(std::move(features), notes);
}

}  // namespace gradus::boosting
