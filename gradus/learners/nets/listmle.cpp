// ListMLE: Xia, Liu, Wang, Zhang & Li, ICML 2008; of the top k: Xia, Liu & Li, NIPS 2009.

#include "gradus/objectives/listmle.hpp"

#include "gradus/learners/nets/descent/net_learner.hpp"

namespace gradus {
namespace {

struct ListMleLearner : net::NetKind {
    static constexpr std::string_view name = "listmle";
    static constexpr std::string_view summary =
        "a net that makes the order of grades likely; the measure only picks the best epoch";
    static constexpr std::string_view reference = "Xia et al. 2008";
    static constexpr double learning_rate = 0.01;
    using Params = ListMleParams;
    static std::unique_ptr<const Objective> objective(const FitContext& context,
                                                      const Params& params) {
        return std::make_unique<ListMle>(context.targets.front().labels, params, context.seed);
    }
};

}  // namespace

namespace learners {
extern const LearnerEntry listmle_entry = net::entry<ListMleLearner>();
}  // namespace learners

}  // namespace gradus
