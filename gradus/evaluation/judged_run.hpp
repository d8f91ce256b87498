#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gradus/data/dataset.hpp"
#include "gradus/data/run.hpp"
#include "gradus/evaluation/graded_labels.hpp"
#include "gradus/evaluation/judgment_index.hpp"
#include "gradus/evaluation/profile.hpp"
#include "gradus/rank/ranking.hpp"

namespace gradus {

/// A run, or scored data, as measures see it: for each query that counts, the grades of its ranked
/// documents. Queries stand in the order in which their values are added up.
struct JudgedRun {
    std::vector<std::size_t> begins;    ///< of each query in the arrays by document
    std::vector<std::size_t> sizes;     ///< of each query's list
    std::vector<double> grades;         ///< best rank first; 0 where not judged
    std::vector<unsigned char> judged;  ///< 1 where judged
    std::vector<unsigned char> pooled;  ///< 1 where named in the judgments, judged or not
    std::vector<unsigned char> tied;    ///< 1 where the score is that of the document above
    StringColumn query_ids;
    std::vector<unsigned char> missing;    ///< by query: 1 where the run does not have it
    std::vector<std::size_t> ideal_index;  ///< by query: its place in `ideals`
    std::shared_ptr<const IdealLists> ideals;
    double highest = 0.0;  ///< grade of all judgments
    std::size_t queries_judged = 0;
    std::size_t queries_in_run = 0;
    std::size_t queries_not_judged = 0;  ///< in the run without a judgment; they don't count

    std::size_t queries() const { return begins.size(); }
    RankedList list(std::size_t query) const {
        return {.grades = part(grades, query),
                .ideal = ideals->of(ideal_index[query]),
                .highest = highest,
                .judged = part(judged, query)};
    }
    /// The positions behind the last document of each group of equal scores.
    std::vector<std::size_t> tie_group_ends(std::size_t query) const;
    template <class Value>
    std::span<const Value> part(const std::vector<Value>& values, std::size_t query) const {
        return std::span(values).subspan(begins[query], sizes[query]);
    }
};

/// What of each ranking is looked at.
struct RankingCut {
    std::size_t depth = 0;     ///< so many documents from the top; 0 = all
    bool judged_only = false;  ///< documents without a judgment are taken out, after the cut
};

/// Ranks the run's documents by the profile's rules and looks up their grades. Error where no query
/// is judged, or a judged query is missing and the profile refuses that. `name` stands in messages.
JudgedRun judge(const Run& run,
                const std::string& name,
                const JudgmentIndex& index,
                const Profile& profile,
                unsigned threads,
                const RankingCut& cut = {});

/// Ranks the documents of each query of graded data by their scores, equal ones by the profile's
/// rule for data. A document whose grade is missing is not judged.
JudgedRun judge(const GradedLabels& labels,
                std::span<const double> scores,
                const Profile& profile,
                unsigned threads);

}  // namespace gradus
