#pragma once

#include <cstddef>
#include <optional>
#include <tuple>
#include <vector>

#include "gradus/base/json.hpp"
#include "gradus/learners/nets/descent/optimiser.hpp"

namespace gradus::net {

/// Where a training stands after an epoch: all that its further course depends on.
template <class Real>
struct NetState {
    std::size_t candidate = 0;
    std::size_t epoch = 0;  ///< of the candidate, from 1; 0 = none yet
    std::size_t restarts = 0;
    std::size_t failures = 0;             ///< epochs whose numbers left their range
    std::size_t failed_epoch = 0;         ///< the newest of them
    std::size_t since_better = 0;         ///< epochs without a better value on training data
    std::optional<double> run_best = {};  ///< on training data since weights were drawn
    double rate = 0.0;
    std::vector<Real> weights;
    Steps<Real> steps;
    std::vector<std::vector<Real>> kept;  ///< weights, by slot

    static constexpr auto json_fields =
        std::tuple{JsonField{"candidate", &NetState::candidate},
                   JsonField{"epoch", &NetState::epoch},
                   JsonField{"restarts", &NetState::restarts},
                   JsonField{"failures", &NetState::failures},
                   JsonField{"failed_epoch", &NetState::failed_epoch},
                   JsonField{"since_better", &NetState::since_better},
                   JsonField{"run_best", &NetState::run_best},
                   JsonField{"rate", &NetState::rate},
                   JsonField{"weights", &NetState::weights},
                   JsonField{"steps", &NetState::steps},
                   JsonField{"kept", &NetState::kept}};
};

}  // namespace gradus::net
