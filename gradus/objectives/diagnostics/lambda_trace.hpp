#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "gradus/objectives/bound_labels.hpp"
#include "gradus/objectives/diagnostics/diagnostics.hpp"
#include "gradus/objectives/lambda.hpp"
#include "gradus/objectives/rank_order.hpp"

namespace gradus {

struct LambdaTraceOptions {
    LambdaParams lambda = {};
    std::vector<TierRule> rules = {};  ///< which pairs are each target's; empty = all pairs
    std::size_t top = 3;
    std::optional<double> high = {};  ///< grades from here on are high; else those over half the
                                      ///< highest
    std::uint64_t seed = 1;           ///< of the order of equal scores
    unsigned threads = 1;
};

/// Diagnostics (gradus/objectives/diagnostics/diagnostics.hpp) of one ranking of a data set. Grades
/// are those of the first target, in classes 0, 1, … with the higher ones in the last; missing
/// counts as 0.
struct LambdaPoint {
    std::size_t trees = 0;               ///< after how many the documents rank so
    std::vector<double> partner_shares;  ///< by class: λ on high documents of the first target
    std::size_t high_documents = 0;      ///< that have a λ
    std::vector<double> top_shares;      ///< by class: of the first ranks, mean over the queries
    std::optional<RankChanges> changes;  ///< of all documents and all first ranks, since the
                                         ///< ranking before; none at the first ranking
    std::vector<double> agreements;  ///< by target from the second on, with the first's gradients:
                                     ///< share of all documents
};

/// Follows the lambdas of targets on one data set as its ranking changes. The same numbers for any
/// number of threads.
class LambdaTrace {
  public:
    /// The data must outlive it. Error where a target cannot measure the data.
    LambdaTrace(const Dataset& data,
                std::span<const NamedMeasure> targets,
                const LambdaTraceOptions& options);

    /// Ranks the documents anew.
    void rank(std::span<const double> scores);
    /// Looks at the ranking of now; rank() must have been called.
    LambdaPoint look() const;

    double high() const { return high_; }

  private:
    struct Sums;
    void add(std::size_t query, Scratch& scratch, Sums& sums) const;

    const Dataset& data_;
    NamedMeasure first_;
    LambdaTraceOptions options_;
    BoundLabels labels_;
    double high_ = 0.0;
    std::size_t classes_ = 1;
    std::vector<std::unique_ptr<const Objective>> objectives_;  ///< none for a single target
    std::vector<std::unique_ptr<const BoundObjective>> bound_;
    RankOrder ranks_;
    std::vector<float> scores_;
    std::vector<std::uint32_t> before_;  ///< the order of each query at the ranking before
    std::size_t rankings_ = 0;
};

}  // namespace gradus
