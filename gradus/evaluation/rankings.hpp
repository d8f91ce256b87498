#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gradus/base/progress.hpp"
#include "gradus/data/dataset.hpp"
#include "gradus/evaluation/difference.hpp"
#include "gradus/evaluation/evaluation.hpp"
#include "gradus/evaluation/profile.hpp"
#include "gradus/measures/named_measure.hpp"
#include "gradus/models/model.hpp"

namespace gradus {

/// How several rankings are measured, all alike.
struct EvaluationPlan {
    std::vector<NamedMeasure> measures;
    Profile profile;
    TieRule ties = {};
    std::optional<Profile> other = {};  ///< how would the values differ under it?
    unsigned threads = 1;
};

/// One run, or one set of scores, with its values.
struct EvaluatedRun {
    std::string name;
    Evaluation evaluation;
    std::optional<Difference> why = std::nullopt;  ///< how it would differ under another profile
};

/// Measures TREC runs by one file of judgments; "-" is standard input. Error where a measure cannot
/// take a grade of the judgments.
std::vector<EvaluatedRun> evaluate_runs(const std::string& judgments,
                                        std::span<const std::string> runs,
                                        const EvaluationPlan& plan,
                                        Progress& progress = silent_progress());

/// Graded data and what ranks it.
struct RankedData {
    std::string name;  ///< of the data, in messages
    std::vector<std::string> models = {};
    std::vector<std::string> scores = {};  ///< files; "-" is standard input
    /// Reads the data with the features that a model needs; as it is where none is named. Called
    /// again only where a model needs other features than that before it.
    std::function<Dataset(const FeatureSchema*)> read;
    /// Looks at the data once its grades are known to fit, before anything is scored.
    std::function<void(const Dataset&)> look = {};
};

/// Measures the models' scores, then those of the files. Error where a measure cannot take a grade
/// of the data.
std::vector<EvaluatedRun> evaluate_data(const RankedData& ranked, const EvaluationPlan& plan);

}  // namespace gradus
