// ListMLE: Xia, Liu, Wang, Zhang & Li, ICML 2008; of the top k: Xia, Liu & Li, NIPS 2009.

#include "gradus/objectives/listmle.hpp"

#include "gradus/learners/net/net_learner.hpp"

namespace gradus {
namespace {

net::Objectives objectives(const FitContext& context, const ListMleParams& params) {
    return net::one<ListMle>(context.targets.front().labels, params, context.seed);
}

}  // namespace

extern const LearnerEntry listmle_entry{
    .name = "listmle",
    .summary = "a net that makes the order of grades likely; --for only picks the best epoch",
    .reference = "Xia et al. 2008",
    .default_measure = "NDCG@10",
    .params = [] { return describe_all(net::NetParams{}, ListMleParams{}); },
    .make = [](const std::vector<std::string>& settings) -> std::unique_ptr<const Learner> {
        auto [net, objective] = params_from_settings(settings, net::NetParams{}, ListMleParams{});
        return std::make_unique<net::NetLearner<ListMleParams>>(
            "listmle", std::move(net), objective, objectives);
    },
};

}  // namespace gradus
