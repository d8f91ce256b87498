#include "tests/golden/query.hpp"

#include <algorithm>
#include <functional>

#include "gradus/base/error.hpp"
#include "gradus/base/params.hpp"
#include "gradus/measures/named_measure.hpp"

namespace gradus::golden {

Query ranked_query(const Json& grades, double highest, std::size_t unretrieved) {
    Query query{.grades = grades.as<std::vector<double>>(), .ideal = {}, .highest = highest};
    query.ideal = query.grades;
    query.ideal.insert(query.ideal.end(), unretrieved, 1.0);
    std::ranges::sort(query.ideal, std::greater());
    return query;
}

Query scored_query(const Json& grades, const Json& scores, double highest) {
    Query query = ranked_query(grades, highest);
    query.scores = scores.as<std::vector<double>>();
    if (query.scores.size() != query.grades.size()) {
        throw Error({}, "there is not one score for each document", "");
    }
    return query;
}

std::vector<std::uint32_t> order_by_score(const Query& query) {
    std::vector<std::uint32_t> order(query.scores.size());
    rank_by_score(query.scores, std::span<std::uint32_t>(order));
    return order;
}

Query reordered(const Query& query, const std::vector<std::uint32_t>& order) {
    std::vector<std::uint32_t> sorted = order;
    std::ranges::sort(sorted);
    bool permutation = order.size() == query.grades.size();
    for (std::size_t i = 0; permutation && i < sorted.size(); ++i) permutation = sorted[i] == i;
    if (!permutation) throw Error({}, "an order does not hold each document once", "");
    Query ranked = query;
    for (std::size_t i = 0; i < order.size(); ++i) {
        ranked.grades[i] = query.grades[order[i]];
        if (!query.scores.empty()) ranked.scores[i] = query.scores[order[i]];
    }
    return ranked;
}

std::shared_ptr<const Measure> measure_for(const std::string& text, const Query& query) {
    auto measure = named_measure(text).measure;
    for (const double grade : query.ideal) {
        if (grade < 0.0) throw Error({}, "a grade is below 0", "");
        const std::string objection = measure->objection(grade);
        if (!objection.empty()) throw Error({text}, objection, "");
    }
    return measure;
}

std::string list_text(const Json& numbers) {
    return detail::list_text(numbers.as<std::vector<double>>());
}

std::string number_text(const Json& in, const char* key) {
    return shortest(in.at(key).as<double>());
}

}  // namespace gradus::golden
