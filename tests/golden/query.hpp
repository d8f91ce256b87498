#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gradus/measures/measure.hpp"
#include "tests/golden/golden.hpp"

namespace gradus::golden {

/// A key of a case, and the measure that answers it.
struct Asked {
    std::string key;
    std::string measure;
};

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

/// Numbers as a measure's parameter takes them: "0.2:0.8".
std::string list_text(const Json& numbers);
/// The shortest text of the number at a key.
std::string number_text(const Json& in, const char* key);

}  // namespace gradus::golden
