#include "gradus/objectives/diagnostics/lambda_trace.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gradus/base/parallel.hpp"

namespace gradus {
namespace {

constexpr std::size_t most_classes = 10;
constexpr std::size_t queries_a_slice = 16;

double highest_grade(const Dataset& data, const NamedMeasure& target) {
    double highest = 0.0;
    for (const float grade : std::span<const float>(data.label(target.labels).values))
        if (static_cast<double>(grade) > highest) highest = static_cast<double>(grade);
    return highest;
}

std::size_t class_count(double highest) {
    return static_cast<std::size_t>(std::min(highest, static_cast<double>(most_classes - 1))) + 1;
}

}  // namespace

/// What some queries add up to.
struct LambdaTrace::Sums {
    PartnerGrades partners;
    std::vector<double> top_shares;
    double changed = 0.0;  // documents
    double top_changed = 0.0;
    double top_ranks = 0.0;
    std::vector<double> agreeing;  // documents, by further target
};

LambdaTrace::LambdaTrace(const Dataset& data,
                         std::span<const NamedMeasure> targets,
                         const LambdaTraceOptions& options)
    : data_(data),
      first_(targets.front()),
      options_(options),
      labels_(data, first_.labels, options.threads),
      ranks_(data, options.seed),
      scores_(data.documents()),
      before_(data.documents()) {
    labels_.check_measurable(*first_.measure, first_.text);
    const double highest = highest_grade(data, first_);
    high_ = options.high.value_or(
        std::nextafter(highest / 2.0, std::numeric_limits<double>::infinity()));
    classes_ = class_count(highest);
    if (targets.size() < 2) return;
    options_.rules.resize(targets.size());
    for (std::size_t i = 0; i < targets.size(); ++i) {
        objectives_.push_back(
            std::make_unique<Lambda>(targets[i], options_.lambda, options_.rules[i]));
        bound_.push_back(objectives_.back()->bind(data, options.threads));
    }
}

void LambdaTrace::rank(std::span<const double> scores) {
    const auto slice = [&](std::size_t first, std::size_t last) {
        Scratch scratch;
        for (std::size_t query = first; query < last; ++query) {
            scratch.clear();
            const std::size_t begin = labels_.begin(query);
            const std::size_t size = labels_.size(query);
            std::ranges::copy(ranks_.order(query),
                              before_.begin() + static_cast<std::ptrdiff_t>(begin));
            for (std::size_t i = begin; i < begin + size; ++i)
                scores_[i] = static_cast<float>(scores[i]);
            ranks_.update(query, std::span<const float>(scores_).subspan(begin, size), scratch);
        }
    };
    parallel_for(data_.queries(), queries_a_slice, options_.threads, slice);
    ++rankings_;
}

void LambdaTrace::add(std::size_t query, Scratch& scratch, Sums& sums) const {
    const std::size_t begin = labels_.begin(query);
    const std::size_t n = labels_.size(query);
    const std::span<const std::uint32_t> order = ranks_.order(query);
    const std::span<double> scores = scratch.array<double>(n);
    for (std::size_t i = 0; i < n; ++i) scores[i] = static_cast<double>(scores_[begin + i]);
    const std::span<double> ranked_scores = scratch.array<double>(n);
    for (std::size_t i = 0; i < n; ++i) ranked_scores[i] = scores[order[i]];
    const RankedList list = labels_.ranked(query, order, scratch);

    const LambdaParams& lambda = options_.lambda;
    sums.partners.add(
        *first_.measure,
        {.list = list,
         .scores = ranked_scores,
         .truncation = lambda.truncation == 0 ? std::numeric_limits<std::size_t>::max()
                                              : static_cast<std::size_t>(lambda.truncation)},
        {.cost = lambda.cost,
         .sigma = lambda.sigma,
         .centre = lambda.centre,
         .by_distance = lambda.normalise == QueryScale::lightgbm && n > 0 &&
                        ranked_scores.front() != ranked_scores.back()},
        scratch);

    const std::vector<double> top = top_grade_shares(list.grades, options_.top, classes_);
    for (std::size_t i = 0; i < classes_; ++i) sums.top_shares[i] += top[i];

    const auto ranks = static_cast<double>(std::min(options_.top, n));
    const RankChanges changes =
        rank_changes(std::span(before_).subspan(begin, n), order, options_.top);
    sums.changed += changes.all * static_cast<double>(n);
    sums.top_changed += changes.top * ranks;
    sums.top_ranks += ranks;

    if (bound_.empty()) return;
    const ScoredQuery<double> scored{.query = query, .scores = scores, .order = order};
    const std::span<double> first = scratch.array<double>(n);
    const std::span<double> other = scratch.array<double>(n);
    const std::span<double> hessians = scratch.array<double>(n);
    bound_.front()->evaluate(scored, scratch, first, hessians);
    for (std::size_t t = 1; t < bound_.size(); ++t) {
        bound_[t]->evaluate(scored, scratch, other, hessians);
        sums.agreeing[t - 1] += gradient_agreement(first, other) * static_cast<double>(n);
    }
}

LambdaPoint LambdaTrace::look() const {
    const std::size_t others = bound_.empty() ? 0 : bound_.size() - 1;
    const Sums none{.partners = PartnerGrades(classes_ - 1, high_),
                    .top_shares = std::vector<double>(classes_),
                    .agreeing = std::vector<double>(others)};
    const std::size_t slices = (data_.queries() + queries_a_slice - 1) / queries_a_slice;
    std::vector<Sums> by_slice(slices, none);
    parallel_for(data_.queries(),
                 queries_a_slice,
                 options_.threads,
                 [&](std::size_t first, std::size_t last) {
                     Scratch scratch;
                     for (std::size_t query = first; query < last; ++query) {
                         scratch.clear();
                         add(query, scratch, by_slice[first / queries_a_slice]);
                     }
                 });
    Sums all = none;
    for (const Sums& slice : by_slice) {
        all.partners.add(slice.partners);
        for (std::size_t i = 0; i < classes_; ++i) all.top_shares[i] += slice.top_shares[i];
        for (std::size_t i = 0; i < others; ++i) all.agreeing[i] += slice.agreeing[i];
        all.changed += slice.changed;
        all.top_changed += slice.top_changed;
        all.top_ranks += slice.top_ranks;
    }
    const auto documents = static_cast<double>(std::max<std::size_t>(data_.documents(), 1));
    for (double& share : all.top_shares)
        share /= static_cast<double>(std::max<std::size_t>(data_.queries(), 1));
    for (double& share : all.agreeing) share /= documents;
    LambdaPoint point{.partner_shares = all.partners.shares(),
                      .high_documents = all.partners.documents(),
                      .top_shares = std::move(all.top_shares),
                      .changes = {},
                      .agreements = std::move(all.agreeing)};
    if (rankings_ > 1)
        point.changes = RankChanges{.all = all.changed / documents,
                                    .top = all.top_changed / std::max(all.top_ranks, 1.0)};
    return point;
}

}  // namespace gradus
