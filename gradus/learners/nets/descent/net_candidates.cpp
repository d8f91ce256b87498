#include "gradus/learners/nets/descent/net_candidates.hpp"

#include <fmt/format.h>

namespace gradus::net {

std::vector<NetCandidate> candidates_of(const NetPlan& plan) {
    std::vector<NetCandidate> candidates;
    for (const auto& objective : plan.objectives)
        for (const double rate : plan.params.learning_rate)
            candidates.push_back({*objective, rate});
    return candidates;
}

std::vector<std::string> texts_of(const std::vector<NetCandidate>& candidates) {
    if (candidates.size() == 1) return {""};
    std::vector<std::string> texts;
    texts.reserve(candidates.size());
    for (const NetCandidate& each : candidates)
        texts.push_back(fmt::format("{}, learning_rate={}", each.objective.text(), each.rate));
    return texts;
}

std::string objectives_of(const NetPlan& plan) {
    std::string objectives;
    for (const auto& each : plan.objectives)
        objectives += (objectives.empty() ? "" : ", ") + each->text();
    return objectives;
}

}  // namespace gradus::net
