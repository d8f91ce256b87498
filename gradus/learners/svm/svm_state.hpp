#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gradus/learners/svm/cutting_plane.hpp"

namespace gradus::svm {

/// The best of several C by some targets.
struct BestC {
    double cost = 0.0;
    std::vector<double> values;  ///< by target
    std::vector<double> weights;
};

/// Where a training stands: all that its further course depends on.
struct SvmState {
    std::size_t step = 0;  ///< the place of the C at hand
    CuttingPlane::Snapshot solver;
    BestC best;
    std::vector<BestC> also;  ///< by FitContext::also

    /// The text of a checkpoint.
    std::string to_text(const std::string& origin) const;
    /// Error, naming the path, where the text is no checkpoint or one of another origin.
    static SvmState from_text(const std::string& text,
                              const std::string& origin,
                              const std::string& path);
};

}  // namespace gradus::svm
