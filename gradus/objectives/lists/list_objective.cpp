#include "gradus/objectives/lists/list_objective.hpp"

#include <algorithm>
#include <cmath>

namespace gradus {
namespace {

JudgedList judged_documents(const BoundLabels& labels,
                            const ScoredQuery<double>& query,
                            Scratch& scratch) {
    const std::span<const float> grades = labels.grades(query.query);
    const std::size_t n = labels.ideal(query.query).size();
    const std::span<const float> weights = labels.weights(query.query);
    const bool weights_differ = labels.weights_differ(query.query);
    const JudgedList list{scratch.array<std::uint32_t>(n),
                          scratch.array<double>(n),
                          scratch.array<double>(n),
                          scratch.array<double>(weights_differ ? n : 0)};
    std::size_t next = 0;
    for (std::size_t i = 0; i < grades.size(); ++i) {
        if (std::isnan(grades[i])) continue;
        if (weights_differ) list.weights[next] = static_cast<double>(weights[i]);
        list.places[next] = static_cast<std::uint32_t>(i);
        list.grades[next] = static_cast<double>(grades[i]);
        list.scores[next] = query.scores[i];
        ++next;
    }
    return list;
}

std::size_t count_top(const JudgedList& list) {
    return static_cast<std::size_t>(
        std::ranges::count_if(list.grades, [](double grade) { return grade > 0.0; }));
}

}  // namespace

JudgedList top_documents(const JudgedList& list, Scratch& scratch) {
    const std::size_t n = count_top(list);
    const JudgedList top{
        scratch.array<std::uint32_t>(n), scratch.array<double>(n), scratch.array<double>(n)};
    std::size_t next = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (list.grades[i] <= 0.0) continue;
        top.places[next] = static_cast<std::uint32_t>(i);
        top.grades[next] = list.grades[i];
        top.scores[next] = list.scores[i];
        ++next;
    }
    return top;
}

double top_pairs(const JudgedList& list) {
    const std::size_t top = count_top(list);
    return static_cast<double>(top) * static_cast<double>(list.size() - top);
}

std::size_t top_size(std::span<const double> ideal) {
    return static_cast<std::size_t>(
        std::ranges::find_if(ideal, [](double grade) { return grade <= 0.0; }) - ideal.begin());
}

bool BoundListObjective::is_informative(std::size_t query) const {
    return ideal(query).size() > 1 && ideal(query).front() > ideal(query).back();
}

double BoundListObjective::evaluate(const ScoredQuery<double>& query,
                                    Scratch& scratch,
                                    std::span<double> gradients,
                                    std::span<double> hessians) const {
    std::ranges::fill(gradients, 0.0);
    std::ranges::fill(hessians, 0.0);
    if (!is_informative(query.query)) return 0.0;
    const Scratch::Frame frame(scratch);
    const JudgedList list = judged_documents(labels_, query, scratch);
    const ListDerivatives own{scratch.array<double>(list.size(), 0.0),
                              scratch.array<double>(list.size(), 0.0)};
    const double value = add(list, query, scratch, own);
    const std::span<const float> weights = labels_.weights(query.query);
    const bool are_in_terms = !list.weights.empty() && weighs_terms();
    const auto n = static_cast<double>(list.size());
    double total = n;
    if (!weights.empty() && !are_in_terms) {
        total = 0.0;
        for (const std::uint32_t document : list.places)
            total += static_cast<double>(weights[document]);
    }
    const bool are_equal = !weights.empty() && list.weights.empty();
    const double weight = are_equal ? static_cast<double>(weights.front()) : total / n;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::uint32_t document = list.places[i];
        gradients[document] = weight * own.gradients[i];
        hessians[document] = weight * own.hessians[i];
    }
    return value * total / n;
}

}  // namespace gradus
