#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "gradus/base/json.hpp"
#include "gradus/learners/nets/descent/optimiser.hpp"
#include "gradus/learners/training/origin.hpp"

namespace gradus::net {

/// The best epoch of all candidates so far by some targets.
template <class Real>
struct BestEpoch {
    std::size_t candidate = 0;
    std::size_t epoch = 0;
    std::vector<double> values;  ///< by target
    std::vector<Real> weights;
    std::size_t epochs = 0;  ///< that the candidate was trained for, once it is done

    static constexpr auto json_fields = std::tuple{JsonField{"candidate", &BestEpoch::candidate},
                                                   JsonField{"epoch", &BestEpoch::epoch},
                                                   JsonField{"values", &BestEpoch::values},
                                                   JsonField{"weights", &BestEpoch::weights},
                                                   JsonField{"epochs", &BestEpoch::epochs}};
};

/// Where a training stands: all that its further course depends on. A candidate is one objective
/// with one rate.
template <class Real>
struct NetState {
    std::size_t candidate = 0;
    std::size_t epoch = 0;  ///< of the candidate, from 1; 0 = none yet
    std::size_t restarts = 0;
    std::size_t failures = 0;      ///< epochs whose numbers left their range
    std::size_t failed_epoch = 0;  ///< the newest of them
    std::size_t since_better = 0;  ///< epochs without a better value on training data
    std::size_t since_best = 0;    ///< epochs without a better value of the candidate
    double rate = 0.0;
    double run_best = -std::numeric_limits<double>::infinity();  ///< on training data since a draw
    std::vector<Real> weights;
    Steps<Real> steps;
    std::vector<double> candidate_best;  ///< by target
    BestEpoch<Real> best;
    std::vector<BestEpoch<Real>> also;  ///< by FitContext::also

    /// The text of a checkpoint.
    std::string to_text(const Origin& origin) const;
    /// Error, naming the path, where the text is not a checkpoint.
    static NetState from_text(const std::string& text, const std::string& path);
};

}  // namespace gradus::net
