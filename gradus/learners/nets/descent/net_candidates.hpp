#pragma once

#include <string>
#include <vector>

#include "gradus/learners/nets/descent/net_training.hpp"

namespace gradus::net {

/// One objective with one rate.
struct NetCandidate {
    const Objective& objective;
    double rate;
};

/// All that are tried, the rates of an objective one after the other. The plan must outlive them.
std::vector<NetCandidate> candidates_of(const NetPlan& plan);
/// What tells each from the others; of one candidate nobody need be told what it is.
std::vector<std::string> texts_of(const std::vector<NetCandidate>& candidates);
/// For checkpoints.
std::string objectives_of(const NetPlan& plan);

}  // namespace gradus::net
