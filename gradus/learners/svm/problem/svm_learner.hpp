#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "gradus/learners/learner.hpp"
#include "gradus/learners/svm/problem/objective_plan.hpp"

namespace gradus::svm {

/// One support vector machine: what tells it from the others.
struct SvmRow {
    std::string_view name;
    std::string_view summary;
    std::string_view reference;
    std::string_view objective;  ///< of the catalogue, convex; its parameters are the learner's own
    RiskForm form = RiskForm::mean;
    std::string_view default_measure = "NDCG@10";
};

std::vector<ParamInfo> params_of(const SvmRow& row);
std::unique_ptr<const Learner> make_learner(const SvmRow& row, const Settings& settings);

// NOLINTBEGIN(readability-redundant-parentheses): there are none; the argument is shown in some
template <const SvmRow& row>
constexpr LearnerEntry entry() {
    return {.name = row.name,
            .summary = row.summary,
            .reference = row.reference,
            .default_measure = row.default_measure,
            .params = [] { return params_of(row); },
            .make = [](const Settings& settings) { return make_learner(row, settings); },
            .uses_weights = true,
            .takes_missing_as_mean = true};
}
// NOLINTEND(readability-redundant-parentheses)

}  // namespace gradus::svm
