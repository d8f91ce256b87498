// FocusedNet: Niu, Guo, Lan & Cheng, SIGIR 2012.

#include "gradus/learners/net/net_learner.hpp"
#include "gradus/objectives/focused.hpp"

namespace gradus {
namespace {

net::Objectives objectives(const FitContext& context, const FocusedParams& params) {
    return net::one<Focused>(context.targets.front().labels, params);
}

}  // namespace

extern const LearnerEntry focusednet_entry{
    .name = "focusednet",
    .summary = "a net for top-k labels: the order of the top, and the top above the rest",
    .reference = "Niu et al. 2012",
    .default_measure = "NDCG@10",
    .params = [] { return describe_all(net::NetParams{}, FocusedParams{}); },
    .make = [](const std::vector<std::string>& settings) -> std::unique_ptr<const Learner> {
        auto [net, objective] = params_from_settings(settings, net::NetParams{}, FocusedParams{});
        return std::make_unique<net::NetLearner<FocusedParams>>(
            "focusednet", std::move(net), objective, objectives);
    },
};

}  // namespace gradus
