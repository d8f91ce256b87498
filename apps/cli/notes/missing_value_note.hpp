#pragma once

#include <string>

#include "apps/cli/command.hpp"
#include "gradus/data/dataset.hpp"
#include "gradus/models/model.hpp"

namespace gradus::cli {

/// Says so where many values of the training data are missing and the model takes a missing one as
/// the feature's mean, which may rank documents high that nothing is known of.
void note_missing_values(const Model& model,
                         const Dataset& data,
                         const std::string& name,
                         Session& session);

}  // namespace gradus::cli
