#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "gradus/learners/learner.hpp"

namespace gradus::net {

/// One learner of nets: what tells it from the others.
struct NetRow {
    std::string_view name;
    std::string_view summary;
    std::string_view reference;
    std::string_view objective;  ///< of the catalogue; its parameters are the learner's own
    double learning_rate;        ///< one that suits the size of its gradients
    double pairs_a_second = 0;   ///< about, on one processor; 0 = it does not go over pairs
    std::string_view default_measure = "NDCG@10";
};

std::vector<ParamInfo> params_of(const NetRow& row);
std::unique_ptr<const Learner> make_learner(const NetRow& row, const Settings& settings);

// NOLINTBEGIN(readability-redundant-parentheses): there are none; the argument is shown in some
template <const NetRow& row>
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

}  // namespace gradus::net
