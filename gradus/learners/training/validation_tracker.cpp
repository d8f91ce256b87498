#include "gradus/learners/training/validation_tracker.hpp"

#include <cmath>
#include <utility>

namespace gradus {
namespace {

/// Whether the mean of a − b is below 0 by more than 1.96 standard errors: the paired t-test at
/// 95 % as the paper applies it. Undefined values count 0.
bool significantly_worse(std::span<const double> a, std::span<const double> b) {
    const auto number = [](double x) { return std::isnan(x) ? 0.0 : x; };
    const auto n = static_cast<double>(a.size());
    double mean = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) mean += (number(a[i]) - number(b[i])) / n;
    double squares = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double rest = number(a[i]) - number(b[i]) - mean;
        squares += rest * rest;
    }
    return mean < 0.0 && (n < 2.0 || mean * mean > 1.96 * 1.96 * squares / (n - 1.0) / n);
}

KeptStep kept(const StepPlace& place, std::span<const double> values) {
    return {place.candidate, place.step, {values.begin(), values.end()}};
}

void keep_if_better(const StepPlace& place,
                    std::span<const double> values,
                    std::span<const NamedMeasure> measures,
                    std::optional<KeptStep>& best) {
    if (!best || compare_tiers(values, best->values, tolerances_of(measures)) > 0)
        best = kept(place, values);
}

}  // namespace

ValidationTracker::ValidationTracker(const FitContext& context, Pick pick)
    : context_(context),
      pick_(pick),
      targets_(context.stop_on.empty() || context.valid == nullptr ? context.targets
                                                                   : context.stop_on),
      best_(1 + context.also.size()) {
    if (context.valid != nullptr)
        evaluator_ = std::make_unique<const Evaluator>(
            *context.valid, with_alternatives(targets_, context.also), context.threads);
}

void ValidationTracker::look(const StepPlace& place, std::span<const float> scores) {
    std::vector<QueryValues> found = evaluator_->values(scores);
    newest_ = place;
    values_.clear();
    for (const QueryValues& each : found) values_.push_back(each.mean);
    const std::span<const double> own = std::span(values_).first(targets_.size());
    if (is_graded()) {
        choose_graded(place, std::move(found.front()));
    } else {
        keep_if_better(place, own, targets_, best_.front());
        keep_if_better(place, own, targets_, best_of_candidate_);
    }
    for (std::size_t k = 0; k < context_.also.size(); ++k)
        keep_if_better(place,
                       std::span(values_).subspan(own.size() + k, 1),
                       {&context_.also[k].by, 1},
                       best_[1 + k]);
}

void ValidationTracker::record(const StepPlace& place, std::optional<double> value) {
    newest_ = place;
    values_.clear();
    if (!value) {
        best_.front() = kept(place, {});
        return;
    }
    values_ = {*value};
    keep_if_better(place, values_, targets_, best_.front());
    keep_if_better(place, values_, targets_, best_of_candidate_);
}

void ValidationTracker::choose_graded(const StepPlace& place, QueryValues first_tier) {
    first_tier_.push_back(std::move(first_tier.values));
    history_.push_back(kept(place, std::span(values_).first(targets_.size())));
    std::size_t leader = 0;
    for (std::size_t i = 1; i < history_.size(); ++i)
        if (history_[i].values[0] > history_[leader].values[0]) leader = i;
    std::size_t best = leader;
    for (std::size_t i = 0; i < history_.size(); ++i) {
        if (significantly_worse(first_tier_[i], first_tier_[leader])) continue;
        if (compare_tiers(std::span(history_[i].values).subspan(1),
                          std::span(history_[best].values).subspan(1)) > 0)
            best = i;
    }
    best_.front() = best_of_candidate_ = history_[best];
}

std::size_t ValidationTracker::since_best() const {
    return best_of_candidate_ ? newest_.step - best_of_candidate_->step : 0;
}

void ValidationTracker::restore(State state) {
    best_ = std::move(state.best);
    best_of_candidate_ = std::move(state.best_of_candidate);
}

}  // namespace gradus
