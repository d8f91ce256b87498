#include "gradus/evaluation/difference.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "gradus/base/error.hpp"
#include "gradus/evaluation/profiled_measure.hpp"

namespace gradus {
namespace {

std::vector<NamedMeasure> measures_under(const std::vector<std::string>& texts,
                                         const Profile& profile) {
    std::vector<NamedMeasure> measures;
    measures.reserve(texts.size());
    for (const std::string& text : texts) measures.push_back(named_measure(text, profile));
    return measures;
}

using ValueByQuery = std::map<std::string, double>;

/// What each query counts.
ValueByQuery by_query(const Evaluation& evaluation, std::size_t measure, const Profile& profile) {
    ValueByQuery values;
    for (std::size_t query = 0; query < evaluation.query_ids.size(); ++query) {
        const double value = evaluation.values[measure][query];
        values.emplace(evaluation.query_ids[query],
                       std::isnan(value) ? profile.undefined_value : value);
    }
    return values;
}

double size_of(const QueryChange& change) {
    const auto counted = [](double value) { return std::isnan(value) ? 0.0 : value; };
    return std::abs(counted(change.there) - counted(change.here));
}

std::vector<QueryChange> changed_queries(const ValueByQuery& mine, const ValueByQuery& theirs) {
    std::vector<QueryChange> changes;
    for (const auto& [query, value] : mine) {
        const auto other = theirs.find(query);
        const QueryChange change{query, value, other == theirs.end() ? undefined() : other->second};
        if (change.here != change.there) changes.push_back(change);  // NaN differs too
    }
    for (const auto& [query, value] : theirs) {
        if (!mine.contains(query)) changes.push_back({query, undefined(), value});
    }
    std::ranges::stable_sort(changes, [](const QueryChange& a, const QueryChange& b) {
        return size_of(a) > size_of(b);
    });
    return changes;
}

}  // namespace

Difference explain_difference(const Profile& here,
                              const Profile& there,
                              const std::vector<std::string>& measures,
                              const EvaluateUnder& evaluate) {
    const Evaluation own = evaluate(measures_under(measures, here), here);
    const auto effect = [&](const Profile& profile, RuleEffect result) {
        std::optional<Evaluation> other;
        try {
            other = evaluate(measures_under(measures, profile), profile);
        } catch (const Error& error) {
            result.refusal = error.what();
            return result;
        }
        for (std::size_t m = 0; m < measures.size(); ++m) {
            result.changes.push_back(other->means[m] - own.means[m]);
            result.queries.push_back(
                changed_queries(by_query(own, m, here), by_query(*other, m, profile)));
        }
        return result;
    };
    Difference difference;
    for (const ProfileRule& rule : profile_rules()) {
        const std::string mine = rule.words(here);
        const std::string theirs = rule.words(there);
        if (mine == theirs) continue;
        Profile mixed = here;
        rule.take(mixed, there);
        difference.rules.push_back(
            effect(mixed, {.rule = std::string(rule.name), .here = mine, .there = theirs}));
    }
    difference.all = effect(
        there,
        {.rule = "all rules", .here = std::string(here.name), .there = std::string(there.name)});
    return difference;
}

}  // namespace gradus
