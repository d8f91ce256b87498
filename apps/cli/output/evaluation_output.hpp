#pragma once

#include <span>
#include <string>
#include <vector>

#include "gradus/evaluation/rankings.hpp"
#include "gradus/report/report.hpp"

namespace gradus::cli {

/// What the user wants to see of an evaluation.
struct EvaluationOutput {
    std::vector<std::string> measures;  ///< as typed
    std::vector<std::string> in_full;   ///< with every parameter that differs from its default,
                                        ///< and the highest grade where the data decided it
    const Profile* profile = nullptr;
    std::string ties = {};       ///< the rule in force: file, id, mean or range
    std::string ties_text = {};  ///< in words
    bool by_query = false;
    int digits = 4;  ///< behind the point, for people

    bool has_range() const { return ties == "range"; }
    /// The rule for ties decides values.
    bool is_ordered() const { return ties != "mean" && ties != "range"; }
};

/// The values: a row a run, or a query of a run with what it counts in the mean, below lines with
/// the profile, the rule for ties and the counts; then how they would differ under another profile.
report::Report evaluation_report(std::span<const EvaluatedRun> runs,
                                 const EvaluationOutput& output);

}  // namespace gradus::cli
