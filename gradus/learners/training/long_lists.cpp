#include "gradus/learners/training/long_lists.hpp"

#include <cmath>
#include <map>

#include <fmt/format.h>

namespace gradus {
namespace {

constexpr double worth_a_note = 2.0;  ///< seconds

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

void note_long_lists(const Dataset& train, const PairWork& work, Progress& progress) {
    if (work.is_cut_off) return;
    std::size_t longest = 0;
    for (std::size_t query = 1; query < train.queries(); ++query)
        if (train.query_size(query) > train.query_size(longest)) longest = query;
    if (train.queries() == 0) return;
    const auto size = static_cast<double>(train.query_size(longest));
    if (0.5 * size * size < worth_a_note * work.pairs_a_second) return;
    const double pairs = pairs_of(train, work.labels, longest);
    if (pairs < worth_a_note * work.pairs_a_second) return;
    progress.note(fmt::format(
        "query '{}' has {} documents and up to {} pairs of different grades{}: about {} for each "
        "{}. {}",
        train.query_ids[longest],
        human_count(train.query_size(longest)),
        human_count(static_cast<std::uint64_t>(pairs)),
        work.measure.empty() ? "" : fmt::format(", and {} looks at all of them", work.measure),
        human_seconds(pairs / work.pairs_a_second),
        work.step,
        work.remedy.empty()
            ? fmt::format("Only pairs near the top count with {}`truncation=1000`",
                          work.measure.empty()
                              ? ""
                              : "a measure with a cutoff, such as `for=NDCG@10`, or with ")
            : work.remedy));
}

PairWork all_pairs_of(const std::string& labels, double pairs_a_second) {
    return {.labels = labels,
            .measure = {},
            .step = "epoch",
            .pairs_a_second = pairs_a_second,
            .remedy =
                "The learner lambdarank looks only at pairs near the top with "
                "`truncation=1000`; listnet and listmle look at no pairs"};
}

}  // namespace gradus
