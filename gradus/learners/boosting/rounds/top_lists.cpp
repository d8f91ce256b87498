#include "gradus/learners/boosting/rounds/top_lists.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "gradus/learners/boosting/rounds/unit_measure.hpp"
#include "gradus/measures/ties.hpp"
#include "gradus/objectives/bound_labels.hpp"

namespace gradus::boosting {

TopLists::TopLists(const Dataset& data, const NamedMeasure& target) : target_(target) {
    require_unit_values(target);
    const BoundLabels labels(data, target.labels, 1);
    highest_ = labels.highest();
    for (std::size_t query = 0; query < data.queries(); ++query) {
        List list{query, {}, {}, {}};
        const std::span<const float> grades = labels.grades(query);
        for (std::size_t i = 0; i < grades.size(); ++i) {
            if (!(grades[i] > 0.0F)) continue;
            list.documents.push_back(static_cast<std::uint32_t>(labels.begin(query) + i));
            list.grades.push_back(static_cast<double>(grades[i]));
        }
        if (list.documents.size() < 2) continue;
        list.ideal = list.grades;
        std::ranges::sort(list.ideal, std::greater());
        const std::size_t all = list.documents.size();
        const TiedValue tied =
            value_over_ties(*target.measure, {list.ideal, list.ideal, highest_}, {&all, 1});
        if (tied.most > tied.least) lists_.push_back(std::move(list));
    }
}

double TopLists::value(std::size_t list, std::span<const double> scores) const {
    const List& own = lists_[list];
    std::vector<std::uint32_t> order(scores.size());
    rank_by_score(scores, std::span<std::uint32_t>(order));
    std::vector<double> ranked(scores.size());
    std::vector<double> grades(scores.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        ranked[i] = scores[order[i]];
        grades[i] = own.grades[order[i]];
    }
    const RankedList as_ranked{grades, own.ideal, highest_};
    const std::vector<std::size_t> ends = tie_group_ends(ranked);
    if (const auto mean = target_.measure->expected_over_ties(as_ranked, ends)) return *mean;
    return value_over_ties(*target_.measure, as_ranked, ends, 0, own.query).mean;
}

}  // namespace gradus::boosting
