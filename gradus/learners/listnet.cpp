// ListNet: Cao, Qin, Liu, Tsai & Li, ICML 2007.

#include "gradus/objectives/listnet.hpp"

#include "gradus/learners/net/net_learner.hpp"

namespace gradus {
namespace {

net::Objectives objectives(const FitContext& context, const ListNetParams& params) {
    return net::one<ListNet>(context.targets.front().labels, params);
}

}  // namespace

extern const LearnerEntry listnet_entry{
    .name = "listnet",
    .summary = "a net that draws documents as their grades would; --for only picks the best epoch",
    .reference = "Cao et al. 2007",
    .default_measure = "NDCG@10",
    .params = [] { return describe_all(net::NetParams{}, ListNetParams{}); },
    .make = [](const std::vector<std::string>& settings) -> std::unique_ptr<const Learner> {
        auto [net, objective] = params_from_settings(settings, net::NetParams{}, ListNetParams{});
        return std::make_unique<net::NetLearner<ListNetParams>>(
            "listnet", std::move(net), objective, objectives);
    },
};

}  // namespace gradus
