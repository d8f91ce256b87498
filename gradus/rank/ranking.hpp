#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gradus {

/// One query's ranking as a measure sees it.
struct RankedList {
    std::span<const double> grades;  ///< best rank first, each >= 0; 0 where not judged
    std::span<const double> ideal;   ///< the grades of all judged documents, highest first
    double highest = 0.0;            ///< the highest grade of the whole data set, where known
    std::span<const unsigned char> judged =
        {};  ///< best rank first, 0 = not judged; empty = all are

    bool is_judged(std::size_t position) const { return judged.empty() || judged[position] != 0; }
};

/// One query's documents, in any order, with the scores that would rank them.
struct ScoredList {
    std::span<const double> grades;
    std::span<const double> scores;
    std::span<const double> ideal;  ///< the grades of all judged documents, highest first
    double highest = 0.0;           ///< the highest grade of the whole data set, where known

    std::size_t size() const { return grades.size(); }
};

/// How many of a list's ranks count: all where there is no cutoff (0).
inline std::size_t counted_ranks(std::size_t size, std::size_t cutoff) {
    return cutoff == 0 ? size : std::min(cutoff, size);
}

/// The highest grade that a list's measure has to reckon with: that of the whole data set, or of
/// the query where the data set's is unknown (0).
double highest_grade(double highest, std::span<const double> ideal);

/// The documents by falling score; equal scores keep their order. NaN scores are not allowed.
void rank_by_score(std::span<const float> scores, std::vector<std::uint32_t>& order);
void rank_by_score(std::span<const double> scores, std::span<std::uint32_t> order);

}  // namespace gradus
