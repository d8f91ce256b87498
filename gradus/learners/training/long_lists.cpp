#include "gradus/learners/training/long_lists.hpp"

#include <cmath>
#include <map>

#include <fmt/format.h>

namespace gradus {
namespace {

constexpr double pairs_a_second = 4e8;  ///< about, on one processor
constexpr double worth_a_note = 2.0;    ///< seconds

/// Of documents of different grades.
double pairs_of(const Dataset& data, const std::string& labels, std::size_t query) {
    const auto& grades = data.label(labels).values;
    std::map<float, double> counts;
    const std::size_t begin = data.query_begins[query];
    const std::size_t size = data.query_size(query);
    double all = 0.0;
    for (std::size_t i = begin; i < begin + size; ++i) {
        if (std::isnan(grades[i])) continue;
        counts[grades[i]] += 1.0;
        all += 1.0;
    }
    double squares = 0.0;
    for (const auto& [grade, count] : counts) squares += count * count;
    return 0.5 * (all * all - squares);
}

}  // namespace

void note_long_lists(const Dataset& train, const PairWork& work, Progress* progress) {
    if (progress == nullptr || work.is_cut_off) return;
    std::size_t longest = 0;
    for (std::size_t query = 1; query < train.queries(); ++query)
        if (train.query_size(query) > train.query_size(longest)) longest = query;
    if (train.queries() == 0) return;
    const auto size = static_cast<double>(train.query_size(longest));
    if (0.5 * size * size < worth_a_note * pairs_a_second) return;
    const double pairs = pairs_of(train, work.labels, longest);
    if (pairs < worth_a_note * pairs_a_second) return;
    progress->note(fmt::format(
        "query '{}' has {} documents and up to {} pairs of different grades{}: about {} for each "
        "{}. "
        "Only pairs near the top count with {}--set truncation=1000",
        train.query_ids[longest],
        human_count(train.query_size(longest)),
        human_count(static_cast<std::uint64_t>(pairs)),
        work.measure.empty() ? "" : fmt::format(", and {} looks at all of them", work.measure),
        human_seconds(pairs / pairs_a_second),
        work.step,
        work.measure.empty() ? "" : "a measure with a cutoff, such as --for NDCG@10, or with "));
}

}  // namespace gradus
