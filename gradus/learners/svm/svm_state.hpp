#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gradus/learners/svm/cutting_plane.hpp"

namespace gradus::svm {

/// The best of several objectives and C by some targets.
struct BestStep {
    std::size_t step = 0;
    std::vector<double> values;  ///< by target
    std::vector<double> weights;
};

/// Where a training stands: all that its further course depends on.
struct SvmState {
    std::size_t step = 0;  ///< the place of the objective and C at hand
    CuttingPlane::Snapshot solver;
    BestStep best;
    std::vector<BestStep> also;  ///< by FitContext::also

    /// The text of a checkpoint.
    std::string to_text(const std::string& origin) const;
    /// Error, naming the path, where the text is no checkpoint or one of another origin.
    static SvmState from_text(const std::string& text,
                              const std::string& origin,
                              const std::string& path);
};

}  // namespace gradus::svm
