#include "gradus/evaluation/graded_labels.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "gradus/base/parallel.hpp"
#include "gradus/rank/ranking.hpp"

namespace gradus {
namespace {

/// Puts documents of equal score, which stand in the order of the data, in the order of their ids.
template <class Score>
void order_ties(std::span<std::uint32_t> order,
                std::span<const Score> scores,
                const Dataset& data,
                std::size_t query,
                TieOrder ties) {
    if (ties == TieOrder::data_order) return;
    const std::size_t begin = data.query_begins[query];
    for (auto first = order.begin(); first != order.end();) {
        auto last = first + 1;
        while (last != order.end() && scores[*last] == scores[*first]) ++last;
        if (last - first > 1) {
            std::sort(first, last, [&](std::uint32_t a, std::uint32_t b) {
                const int difference = data.document_name(query, begin + a)
                                           .compare(data.document_name(query, begin + b));
                if (difference == 0) return a < b;
                return ties == TieOrder::id_descending ? difference > 0 : difference < 0;
            });
        }
        first = last;
    }
}

}  // namespace

GradedLabels::GradedLabels(const Dataset& data,
                           const LabelColumn& labels,
                           const Profile& profile,
                           unsigned threads)
    : data_(data),
      labels_(labels),
      negative_is_zero_(profile.negative_grades == NegativeGrade::zero) {
    auto ideals = std::make_shared<IdealLists>();
    ideals->begins.reserve(data.queries() + 1);
    ideals->grades.reserve(labels.values.size());
    for (std::size_t query = 0; query < data.queries(); ++query) {
        ideals->begins.push_back(ideals->grades.size());
        for (const float grade : of(query))
            if (is_judged(grade)) ideals->grades.push_back(value(grade));
    }
    ideals->begins.push_back(ideals->grades.size());
    parallel_for(data.queries(), 64, threads, [&](std::size_t first, std::size_t last) {
        for (std::size_t query = first; query < last; ++query) {
            const std::size_t begin = ideals->begins[query];
            std::ranges::sort(
                std::span(ideals->grades).subspan(begin, ideals->begins[query + 1] - begin),
                std::greater());
        }
    });
    all_judged_ = ideals->grades.size() == labels.values.size();
    if (!ideals->grades.empty()) highest_ = std::ranges::max(ideals->grades);
    ideals_ = std::move(ideals);
}

void rank_documents(const Dataset& data,
                    std::size_t query,
                    std::span<const float> scores,
                    TieOrder ties,
                    std::vector<std::uint32_t>& order) {
    rank_by_score(scores, order);
    order_ties(std::span(order), scores, data, query, ties);
}

void rank_documents(const Dataset& data,
                    std::size_t query,
                    std::span<const double> scores,
                    TieOrder ties,
                    std::vector<std::uint32_t>& order) {
    order.resize(scores.size());
    rank_by_score(scores, std::span(order));
    order_ties(std::span(order), scores, data, query, ties);
}

}  // namespace gradus
