#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gradus/evaluation/judged_run.hpp"
#include "gradus/evaluation/profile.hpp"
#include "gradus/measures/named_measure.hpp"

namespace gradus {

/// What a reader of the values must know of the queries behind them.
struct RunCounts {
    std::size_t queries_judged = 0;
    std::size_t queries_in_run = 0;
    std::size_t scored = 0;            ///< queries that the means are over
    std::size_t missing = 0;           ///< judged, but not in the run
    std::size_t not_judged = 0;        ///< in the run, but not judged
    std::size_t without_relevant = 0;  ///< of the scored: no grade above 0
    std::size_t depth = 0;             ///< the k of the two counts below
    std::size_t tied = 0;              ///< of the scored: equal scores that touch the top k
    double judged_at_depth = 0.0;      ///< share of the top k documents that are judged
    std::string labels = {};  ///< the label column these are of, where measures look at several
};

/// The values of some measures for the queries of one run.
struct Evaluation {
    StringColumn query_ids;
    std::vector<std::vector<double>> values;  ///< by measure, by query; NaN = undefined
    std::vector<double> means;                ///< by measure
    std::vector<std::size_t> undefined;       ///< by measure: queries
    std::vector<double> least;                ///< by measure: mean with ties in the worst order
    std::vector<double> most;  ///< and in the best; both only where ties are averaged
    std::vector<std::vector<double>> least_values = {};  ///< the same by measure, by query
    std::vector<std::vector<double>> most_values = {};
    std::size_t sampled = 0;      ///< values whose mean over ties is not of all orders
    std::vector<double> highest;  ///< by measure: grade of all judgments it looks at
    RunCounts counts;
};

/// How documents of equal score are dealt with.
struct TieRule {
    bool averaged = false;   ///< over all their orders; else they are ordered as the profile says
    std::uint64_t seed = 1;  ///< for the orders drawn where there are too many
};

/// The mean over queries; undefined values count what the profile says.
double mean_of(std::span<const double> values, const Profile& profile);

/// Measures each query of runs that are judged already, one for each measure: the same, or of
/// another label column. A missing query has the value 0. The counts are those of the first
/// measure's run, to the deepest cutoff of all. The same bits for any number of threads.
Evaluation measure_runs(std::span<const JudgedRun* const> runs,
                        std::span<const NamedMeasure> measures,
                        const Profile& profile,
                        unsigned threads,
                        const TieRule& ties);

}  // namespace gradus
