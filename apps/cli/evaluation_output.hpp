#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gradus/evaluation/difference.hpp"
#include "gradus/evaluation/evaluate.hpp"

namespace gradus::cli {

/// One run, or one set of scores, with its values.
struct EvaluatedRun {
    std::string name;
    Evaluation evaluation;
    std::optional<Difference> why = std::nullopt;  ///< how it would differ under another profile
};

/// What the user wants to see of an evaluation.
struct EvaluationOutput {
    std::vector<std::string> measures;  ///< as typed
    std::vector<std::string> in_full;   ///< with every parameter that differs from its default,
                                        ///< and the highest grade where the data decided it
    const Profile* profile = nullptr;
    bool by_query = false;
    bool range = false;  ///< least and most over ties, besides the mean
    int digits = 4;
};

/// An aligned table, a row a run, below comment lines with the profile and the counts.
std::string as_text(std::span<const EvaluatedRun> runs, const EvaluationOutput& output);
/// A row a query where wanted, with what it counts in the mean; the last column then names the
/// measures that are undefined for it.
std::string as_csv(std::span<const EvaluatedRun> runs, const EvaluationOutput& output);
std::string as_json(std::span<const EvaluatedRun> runs, const EvaluationOutput& output);

}  // namespace gradus::cli
