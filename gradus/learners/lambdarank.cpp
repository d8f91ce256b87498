// LambdaRank: Burges, Ragno & Le, NIPS 2006.

#include "gradus/learners/net/net_learner.hpp"
#include "gradus/objectives/lambda.hpp"

namespace gradus {
namespace {

net::Objectives objectives(const FitContext& context, const LambdaParams& params) {
    return net::one<Lambda>(copy_of(context.targets.front()), params);
}

}  // namespace

extern const LearnerEntry lambdarank_entry{
    .name = "lambdarank",
    .summary = "a net for any measure: pairs weighted by what a swap would change",
    .reference = "Burges et al. 2006",
    .default_measure = "NDCG@10",
    .params = [] { return describe_all(net::NetParams{}, LambdaParams{}); },
    .make = [](const std::vector<std::string>& settings) -> std::unique_ptr<const Learner> {
        auto [net, objective] = params_from_settings(settings, net::NetParams{}, LambdaParams{});
        return std::make_unique<net::NetLearner<LambdaParams>>(
            "lambdarank", std::move(net), objective, objectives);
    },
};

}  // namespace gradus
