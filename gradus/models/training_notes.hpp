#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gradus/data/gaps.hpp"

namespace gradus {

/// What a model file tells of how the model was made.
struct TrainingNotes {
    std::string learner;                                          ///< "lambdamart"
    std::vector<std::string> targets;                             ///< measures, first tier first
    std::vector<std::pair<std::string, std::string>> parameters;  ///< resolved: name, value
    std::optional<Gaps> gaps{};  ///< what absent features of a line were in training; nothing = not
                                 ///< known
};

}  // namespace gradus
