// RankNet: Burges et al., ICML 2005.

#include "gradus/objectives/ranknet.hpp"

#include "gradus/learners/net/net_learner.hpp"

namespace gradus {
namespace {

net::Objectives objectives(const FitContext& context, const RankNetParams& params) {
    return net::one<RankNet>(context.targets.front().labels, params);
}

}  // namespace

extern const LearnerEntry ranknet_entry{
    .name = "ranknet",
    .summary = "a net that orders pairs of documents; --for only picks the best epoch",
    .reference = "Burges et al. 2005",
    .default_measure = "NDCG@10",
    .params = [] { return describe_all(net::NetParams{}, RankNetParams{}); },
    .make = [](const std::vector<std::string>& settings) -> std::unique_ptr<const Learner> {
        auto [net, objective] = params_from_settings(settings, net::NetParams{}, RankNetParams{});
        return std::make_unique<net::NetLearner<RankNetParams>>(
            "ranknet", std::move(net), objective, objectives);
    },
};

}  // namespace gradus
