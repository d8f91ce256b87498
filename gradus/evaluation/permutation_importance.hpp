#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gradus/base/progress.hpp"
#include "gradus/data/dataset.hpp"
#include "gradus/measures/named_measure.hpp"
#include "gradus/models/model.hpp"

namespace gradus {

struct PermutationOptions {
    std::size_t repeats = 5;
    std::uint64_t seed = 1;
    unsigned threads = 1;
    Progress& progress = silent_progress();
};

struct PermutationImportance {
    double value = 0.0;              ///< of the measure on the data as it is
    std::vector<double> drops;       ///< by feature: how much the value falls, mean over repeats
    std::vector<double> deviations;  ///< standard deviation of the repeats; 0 where there is one
};

/// How much a model needs each feature: the drop in a measure when the feature's values are
/// shuffled over all documents of the data (Breiman, Machine Learning 45, 2001, section 10). A
/// feature that the model does not use drops exactly 0. The same bits for any number of threads.
PermutationImportance permutation_importance(const Model& model,
                                             const Dataset& data,
                                             const std::string& data_name,
                                             const NamedMeasure& measure,
                                             const PermutationOptions& options);

}  // namespace gradus
