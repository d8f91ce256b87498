#include "gradus/evaluation/evaluation.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

#include "gradus/base/parallel.hpp"
#include "gradus/measures/ties.hpp"

namespace gradus {
namespace {

constexpr std::size_t usual_depth = 10;

using Table = std::vector<std::vector<double>>;  // by measure, by query

std::vector<double> means(const Table& table, const Profile& profile) {
    std::vector<double> result;
    result.reserve(table.size());
    for (const std::vector<double>& values : table) result.push_back(mean_of(values, profile));
    return result;
}

/// Some two neighbours have equal scores, the upper one within the top k.
bool has_tie(std::span<const unsigned char> tied, std::size_t depth) {
    return std::ranges::any_of(tied.first(std::min(tied.size(), depth + 1)),
                               [](unsigned char tie) { return tie != 0; });
}

/// The deepest cutoff asked for.
std::size_t depth_of(std::span<const NamedMeasure> measures) {
    std::size_t depth = 0;
    for (const NamedMeasure& measure : measures) depth = std::max(depth, measure.cutoff);
    return depth == 0 ? usual_depth : depth;
}

RunCounts count(const JudgedRun& run, std::size_t depth) {
    RunCounts counts{.queries_judged = run.queries_judged,
                     .queries_in_run = run.queries_in_run,
                     .scored = run.queries(),
                     .missing = run.queries_judged + run.queries_not_judged - run.queries_in_run,
                     .not_judged = run.queries_not_judged,
                     .depth = depth};
    std::size_t looked_at = 0;
    std::size_t judged = 0;
    for (std::size_t query = 0; query < run.queries(); ++query) {
        const RankedList list = run.list(query);
        if (list.ideal.empty() || list.ideal.front() <= 0.0) ++counts.without_relevant;
        if (has_tie(run.part(run.tied, query), depth)) ++counts.tied;
        const auto top = list.judged.first(std::min(list.judged.size(), depth));
        looked_at += top.size();
        judged += static_cast<std::size_t>(std::ranges::count(top, 1));
    }
    if (looked_at > 0)
        counts.judged_at_depth = static_cast<double>(judged) / static_cast<double>(looked_at);
    return counts;
}

}  // namespace

double mean_of(std::span<const double> values, const Profile& profile) {
    if (values.empty()) return 0.0;
    double sum = 0.0;
    for (const double value : values) sum += std::isnan(value) ? profile.undefined_value : value;
    return sum / static_cast<double>(values.size());
}

Evaluation measure_runs(std::span<const JudgedRun* const> runs,
                        std::span<const NamedMeasure> measures,
                        const Profile& profile,
                        unsigned threads,
                        const TieRule& ties) {
    assert(!measures.empty() && runs.size() == measures.size());
    const JudgedRun& front = *runs.front();
    Evaluation result;
    result.query_ids = front.query_ids;
    const Table empty(measures.size(), std::vector<double>(front.queries()));
    result.values = empty;
    Table least = ties.averaged ? empty : Table{};
    Table most = least;
    std::vector<std::size_t> sampled(ties.averaged ? front.queries() : 0);
    parallel_for(front.queries(), 16, threads, [&](std::size_t first, std::size_t last) {
        for (std::size_t query = first; query < last; ++query) {
            if (front.missing[query] != 0) continue;
            for (std::size_t m = 0; m < measures.size(); ++m) {
                const Measure& measure = *measures[m].measure;
                const RankedList list = runs[m]->list(query);
                if (!ties.averaged) {
                    result.values[m][query] = measure.score(list);
                    continue;
                }
                const TiedValue value = value_over_ties(
                    measure, list, runs[m]->tie_group_ends(query), ties.seed, query);
                result.values[m][query] = value.mean;
                least[m][query] = value.least;
                most[m][query] = value.most;
                sampled[query] += static_cast<std::size_t>(!value.exact);
            }
        }
    });
    result.counts = count(front, depth_of(measures));
    for (std::size_t m = 0; m < measures.size(); ++m) {
        if (measures[m].labels != measures[0].labels) result.counts.labels = measures[0].labels;
        result.highest.push_back(runs[m]->highest);
        result.undefined.push_back(static_cast<std::size_t>(std::ranges::count_if(
            result.values[m], [](double value) { return std::isnan(value); })));
    }
    result.means = means(result.values, profile);
    result.least = means(least, profile);
    result.most = means(most, profile);
    result.least_values = std::move(least);
    result.most_values = std::move(most);
    result.sampled = std::accumulate(sampled.begin(), sampled.end(), std::size_t{0});
    return result;
}

}  // namespace gradus
