#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gradus/measures/measure.hpp"

namespace gradus::ascent {

/// A query while a weight moves: at t, document i has the score scores[i] + t·slopes[i].
struct QueryOnLine {
    std::span<const double> scores;
    std::span<const double> slopes;
    std::span<const float> grades;  ///< NaN = not judged
    std::span<const double> ideal;  ///< the grades of all judged documents, highest first
    double highest = 0.0;           ///< the highest grade of the whole data set
};

/// A measure along a line is constant between some t and changes there.
struct Rise {
    double t = 0.0;
    double by = 0.0;
};

/// Appends all changes of a query's measure, by rising t, and returns its value before the first.
/// Documents trade places only where their scores meet, so the places of all are followed from one
/// meeting to the next (Och, ACL 2003, for translations; Tan et al., KDD 2013, for rankings).
/// Undefined values count 0. Meetings closer than about 1e-12 are taken for one.
double rises_on_line(const QueryOnLine& query, const Measure& measure, std::vector<Rise>& rises);

/// A point about the middle of an interval without a change.
struct LinePoint {
    double t = 0.0;
    double value = 0.0;
};

/// The intervals with the highest values, at most so many, best first; of equal ones the wider. The
/// two that have no end are the widest. `start` is the value before the first change.
std::vector<LinePoint> best_points(std::vector<Rise> rises, double start, std::size_t most);

}  // namespace gradus::ascent
