#pragma once

#include <string>

#include "apps/cli/command.hpp"
#include "gradus/data/align_features.hpp"
#include "gradus/data/audit/absent_features.hpp"

namespace gradus::cli {

/// Says that named columns are taken for numbered features in the order in which they stand.
/// `data` as it was read.
void note_matching_by_place(const FeatureSchema& schema,
                            const Dataset& data,
                            const std::string& name,
                            Session& session);

/// Names the features that count and that no document has, as data that was made for something else
/// lacks them. Says nothing of a few documents, where that is usual.
void note_absent_features(const AbsentFeatures& absent,
                          const FeatureSchema& schema,
                          const std::string& name,
                          Session& session);

}  // namespace gradus::cli
