#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/evaluation/evaluation.hpp"
#include "gradus/evaluation/profile.hpp"

namespace gradus {

/// A query that counts differently.
struct QueryChange {
    std::string query;
    double here;   ///< what it counts, also where the measure is undefined; NaN = it is left out
    double there;  ///< the same
};

/// What becomes of the values when one rule is taken from another profile, or all of them are.
struct RuleEffect {
    std::string rule;                                    ///< in words
    std::string here;                                    ///< how it is in the first profile
    std::string there;                                   ///< and in the other
    std::string refusal = {};                            ///< why nothing can be measured under it
    std::vector<double> changes = {};                    ///< of the mean, by measure
    std::vector<std::vector<QueryChange>> queries = {};  ///< by measure, largest change first
};

/// How the values of one run would differ under another profile.
struct Difference {
    std::vector<RuleEffect> rules;  ///< each rule that differs, taken alone
    RuleEffect all;                 ///< all of them at once: the other profile
};

/// Evaluates the run under a profile, measures in the order given.
using EvaluateUnder = std::function<Evaluation(const std::vector<NamedMeasure>&, const Profile&)>;

/// Evaluates under `here`, under `here` with each rule of `there` that differs, and under `there`.
/// Effects of single rules need not add up to the whole: rules act on the same documents.
Difference explain_difference(const Profile& here,
                              const Profile& there,
                              const std::vector<std::string>& measures,
                              const EvaluateUnder& evaluate);

}  // namespace gradus
