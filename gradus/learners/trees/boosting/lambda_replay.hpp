#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gradus/base/progress.hpp"
#include "gradus/models/tree_ensemble.hpp"
#include "gradus/objectives/diagnostics/lambda_trace.hpp"

namespace gradus::gbdt {

/// The lambdas that a model was trained with, as far as its notes tell; else the defaults.
LambdaParams lambda_params(const TrainingNotes& notes);

struct ReplayOptions {
    std::size_t every = 1;  ///< trees from one look to the next; the last is always looked at
    unsigned threads = 1;
    Progress& progress = silent_progress();
};

/// Adds the trees of a model one by one and looks at the lambdas of the data that `trace` is of:
/// first before any tree. Rank changes are those of the last tree alone. Error, naming the data,
/// where the model knows other features.
std::vector<LambdaPoint> replay_lambdas(const TreeEnsemble& model,
                                        const Dataset& data,
                                        const std::string& data_name,
                                        LambdaTrace& trace,
                                        const ReplayOptions& options);

}  // namespace gradus::gbdt
