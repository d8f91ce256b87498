#include "gradus/learners/trees/boosting/watch.hpp"

#include <cmath>
#include <utility>

namespace gradus::gbdt {
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

}  // namespace

Watch::Watch(const Dataset& data,
             const FeatureBins& bins,
             std::span<const NamedMeasure> targets,
             std::span<const Alternative> also,
             std::vector<double> start,
             bool start_is_model,
             Pick pick,
             unsigned threads)
    : bins_(bins),
      targets_(targets),
      evaluator_(data, with_alternatives(targets, also), threads),
      scores_(std::move(start)),
      pick_(pick),
      threads_(threads),
      also_(also),
      also_best_(also.size()) {
    if (start_is_model) look();
}

void Watch::add(const Tree& tree) {
    BinnedTree(tree, bins_).add_to(scores_, threads_);
    ++trees_;
    look();
}

void Watch::look() {
    rounded_.assign(scores_.begin(), scores_.end());
    std::vector<QueryValues> values = evaluator_.values(rounded_);
    std::vector<double> means;
    means.reserve(targets_.size());
    for (std::size_t t = 0; t < targets_.size(); ++t) means.push_back(values[t].mean);
    if (pick_ == Pick::graded) first_tier_.push_back(std::move(values.front().values));
    history_.push_back(std::move(means));
    choose();
    for (std::size_t k = 0; k < also_.size(); ++k) {
        const double value = values[targets_.size() + k].mean;
        const double tolerance = also_[k].by.tolerance;
        Best& best = also_best_[k];
        if (best.values.empty() || compare_tiers({&value, 1}, best.values, {&tolerance, 1}) > 0)
            best = {.trees = trees(), .values = {value}};
    }
}

void Watch::choose() {
    if (pick_ == Pick::tolerance || targets_.size() < 2) {
        if (history_.size() == 1 ||
            compare_tiers(history_.back(), best_values(), tolerances_of(targets_)) > 0)
            best_ = history_.size() - 1;
        return;
    }
    std::size_t leader = 0;
    for (std::size_t i = 1; i < history_.size(); ++i)
        if (history_[i][0] > history_[leader][0]) leader = i;
    best_ = leader;
    for (std::size_t i = 0; i < history_.size(); ++i) {
        if (significantly_worse(first_tier_[i], first_tier_[leader])) continue;
        if (compare_tiers(std::span(history_[i]).subspan(1), best_values().subspan(1)) > 0)
            best_ = i;
    }
}

}  // namespace gradus::gbdt
