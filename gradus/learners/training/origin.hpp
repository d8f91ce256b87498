#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gradus/learners/learner.hpp"

namespace gradus {

/// All that decides the course of a training, part by part: what it is called, and its value.
using Origin = std::vector<std::pair<std::string, std::string>>;

/// The learner, the parameters with the seed, the targets, the data by size and checksum, the model
/// to start from, and `further` for what else there is.
Origin training_origin(const Dataset& train,
                       const FitContext& context,
                       const TrainingNotes& notes,
                       const std::string& further = {});

/// "`seed` is 1 in the checkpoint and 2 now", for all parts that differ; "" where none does.
std::string origin_difference(const Origin& saved, const Origin& now);

}  // namespace gradus
