#include "tests/golden/query.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

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

std::string filled(std::string_view measure, const Json& in) {
    std::string text(measure);
    for (auto begin = text.find('{'); begin != std::string::npos; begin = text.find('{')) {
        const auto end = text.find('}', begin);
        const Json& value = in.at(text.substr(begin + 1, end - begin - 1));
        text.replace(begin,
                     end - begin + 1,
                     value.is_array() ? detail::list_text(value.as<std::vector<double>>())
                                      : shortest(value.as<double>()));
    }
    return text;
}

std::string named_in_case(const std::string& word) {
    const auto at = std::min(word.find('@'), word.size());
    const std::string cutoff = word.substr(at);
    const bool is_cutoff =
        cutoff.empty() || (cutoff.size() > 1 && cutoff[1] != '0' &&
                           cutoff.find_first_not_of("0123456789", 1) == std::string::npos);
    for (const Asked& one : std::array{Asked{"ndcg", "NDCG"},
                                       Asked{"map", "AP"},
                                       Asked{"ap", "AP"},
                                       Asked{"mrr", "RR"},
                                       Asked{"rr", "RR"}}) {
        if (is_cutoff && word.substr(0, at) == one.key) return std::string(one.measure) + cutoff;
    }
    if (word == "roc") return "AUC";
    if (word == "r_precision") return "Rprec";
    if (is_cutoff && !cutoff.empty() && word.substr(0, at) == "pc") return "P" + cutoff;
    throw Unserved(fmt::format("no measure is called '{}'", word));
}

}  // namespace gradus::golden
