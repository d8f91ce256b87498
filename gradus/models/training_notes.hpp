#pragma once

#include <string>
#include <utility>
#include <vector>

namespace gradus {

/// What a model file tells of how the model was made; scoring needs none of it.
struct TrainingNotes {
    std::string learner;                                          ///< "lambdamart"
    std::vector<std::string> targets;                             ///< measures, first tier first
    std::vector<std::pair<std::string, std::string>> parameters;  ///< resolved: name, value
};

}  // namespace gradus
