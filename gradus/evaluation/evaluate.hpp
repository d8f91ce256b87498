#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/data/dataset.hpp"
#include "gradus/evaluation/judged_run.hpp"
#include "gradus/evaluation/profile.hpp"
#include "gradus/measures/measure.hpp"

namespace gradus {

/// A measure as the user typed it, with the profile's defaults where the user said nothing.
struct ProfiledMeasure {
    std::string text;              ///< every parameter that differs from the measure's own default
    std::string labels = "grade";  ///< the label column, where there are several
    std::size_t cutoff = 0;        ///< the number behind @; 0 = none
    std::unique_ptr<const Measure> measure;
    std::vector<std::string> notes = {};  ///< where the value is not what the name may promise
};
/// Error where the name means another measure in the profile's tool.
ProfiledMeasure make_measure(std::string_view text, const Profile& profile);

/// The measure's text with the highest grade in place of what was left to the data:
/// "err(max=4)@20" for "err@20".
std::string text_with_highest(const ProfiledMeasure& measure, double highest);

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
    std::vector<double> most;     ///< and in the best; both only where ties are averaged
    std::size_t sampled = 0;      ///< values whose mean over ties is not of all orders
    std::vector<double> highest;  ///< by measure: grade of all judgments it looks at
    RunCounts counts;
};

/// How documents of equal score are dealt with.
struct TieRule {
    bool averaged = false;   ///< over all their orders; else they are ordered as the profile says
    std::uint64_t seed = 1;  ///< for the orders drawn where there are too many
};

/// Measures each query. A missing query has the value 0; undefined values count what the profile
/// says. The same bits for any number of threads.
Evaluation evaluate(const JudgedRun& run,
                    std::span<const ProfiledMeasure> measures,
                    const Profile& profile,
                    unsigned threads,
                    const TieRule& ties = {});

/// The same for scored data, each measure with its own label column. The counts are those of the
/// first measure's column, to the deepest cutoff of all measures.
Evaluation evaluate(const Dataset& data,
                    std::span<const double> scores,
                    std::span<const ProfiledMeasure> measures,
                    const Profile& profile,
                    unsigned threads,
                    const TieRule& ties = {});

/// Error where a measure cannot take a grade that occurs, naming query and document.
void check_grades(std::span<const ProfiledMeasure> measures, const JudgmentIndex& index);
void check_grades(std::span<const ProfiledMeasure> measures,
                  const Dataset& data,
                  const std::string& name);

/// One measure's values over the queries of a data set.
struct QueryValues {
    std::vector<double> values;  ///< by query; NaN = undefined
    std::size_t undefined = 0;
    double mean = 0.0;  ///< undefined values count 0
};

/// Ranks each query by the scores (one a document; equal scores keep the order of the data) and
/// measures it. A document whose grade is missing counts as grade 0. What learners call.
QueryValues evaluate(const Dataset& data,
                     const LabelColumn& labels,
                     std::span<const float> scores,
                     const Measure& measure,
                     unsigned threads);

}  // namespace gradus
