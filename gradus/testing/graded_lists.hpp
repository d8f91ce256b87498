#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#include "gradus/base/random.hpp"
#include "gradus/rank/ranking.hpp"

namespace gradus::testing {

/// Grades with what a measure needs to know of the query besides.
struct GradedList {
    std::vector<double> grades;
    std::vector<double> ideal;
    std::vector<double> scores = {};
    double highest = 4.0;

    RankedList ranked() const { return {grades, ideal, highest}; }
    ScoredList scored() const { return {grades, scores, ideal, highest}; }
};

/// The grades of a query all of whose judged documents were retrieved.
inline GradedList graded_list(std::vector<double> grades, double highest = 4.0) {
    std::vector<double> ideal = grades;
    std::ranges::sort(ideal, std::greater());
    return {std::move(grades), std::move(ideal), {}, highest};
}

/// The query of the worked examples of smooth values.
inline GradedList five_documents() {
    GradedList list = graded_list({0, 2, 1, 0, 2}, 2.0);
    list.scores = {1, 0.6, 0.5, 0, -0.4};
    return list;
}

/// Whole grades from 0 to 4, many of them 0 or equal, with standard normal scores; `unretrieved`
/// further judged documents stand in the ideal list only.
inline GradedList random_list(Random& random, std::size_t size, std::size_t unretrieved = 0) {
    std::vector<double> grades(size);
    const std::uint64_t grade_count = 1 + random.below(5);
    for (double& grade : grades) {
        grade = random.chance(0.3) ? 0.0 : static_cast<double>(random.below(grade_count));
    }
    GradedList list = graded_list(std::move(grades));
    for (std::size_t i = 0; i < unretrieved; ++i) {
        list.ideal.push_back(static_cast<double>(random.below(grade_count)));
    }
    std::ranges::sort(list.ideal, std::greater());
    list.scores.resize(size);
    for (double& score : list.scores) score = random.normal();
    return list;
}

}  // namespace gradus::testing
