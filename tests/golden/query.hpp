#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/measures/measure.hpp"
#include "tests/golden/golden.hpp"

namespace gradus::golden {

/// A key of a case, and the measure that answers it, as filled() takes it.
struct Asked {
    std::string_view key;
    std::string_view measure;
};

/// What swaps and lambdas are asked of.
inline constexpr std::array pair_measures = {Asked{"ndcg", "NDCG"},
                                             Asked{"ndcg_k", "NDCG@{k}"},
                                             Asked{"pc_k", "P@{k}"},
                                             Asked{"ap", "AP"},
                                             Asked{"rr", "RR"},
                                             Asked{"err", "ERR(max={max_grade})"},
                                             Asked{"gap", "GAP(g={g})"},
                                             Asked{"rbp", "RBP(p={rbp_p})"},
                                             Asked{"roc", "AUC"}};

/// The documents of a case: in rank order, or with the scores that rank them.
struct Query {
    std::vector<double> grades;
    std::vector<double> ideal;
    std::vector<double> scores = {};
    double highest = 0.0;

    RankedList ranked() const { return {grades, ideal, highest}; }
    ScoredList scored() const { return {grades, scores, ideal, highest}; }
};

/// `unretrieved` further judged documents are of grade 1.
Query ranked_query(const Json& grades, double highest, std::size_t unretrieved = 0);
/// Error where grades and scores are not equally many.
Query scored_query(const Json& grades, const Json& scores, double highest);

/// The documents by falling score, equal ones in their order.
std::vector<std::uint32_t> order_by_score(const Query& query);
/// The query as a given order of its documents ranks it. Error where that is no permutation.
Query reordered(const Query& query, const std::vector<std::uint32_t>& order);

/// The measure of that text. Error where it cannot measure a grade of the query.
std::shared_ptr<const Measure> measure_for(const std::string& text, const Query& query);

/// A measure's text where each {name} gives way to the number, or the list of numbers, that the
/// case has under that name.
std::string filled(std::string_view measure, const Json& in);

/// The measure that a case names in words of its own, with a cutoff or without: "ndcg", "map@10".
/// Unserved where the word is not known, or leaves open what the measure's parameters are.
std::string named_in_case(const std::string& word);

}  // namespace gradus::golden
