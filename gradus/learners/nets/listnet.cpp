// ListNet: Cao, Qin, Liu, Tsai & Li, ICML 2007.

#include "gradus/objectives/listnet.hpp"

#include "gradus/learners/nets/descent/net_learner.hpp"

namespace gradus {
namespace {

struct ListNetLearner : net::NetKind {
    static constexpr std::string_view name = "listnet";
    static constexpr std::string_view summary =
        "a net that draws documents as their grades would; the measure only picks the best epoch";
    static constexpr std::string_view reference = "Cao et al. 2007";
    static constexpr double learning_rate = 0.1;
    using Params = ListNetParams;
    static std::unique_ptr<const Objective> objective(const FitContext& context,
                                                      const Params& params) {
        return std::make_unique<ListNet>(context.targets.front().labels, params);
    }
};

}  // namespace

namespace learners {
extern const LearnerEntry listnet_entry = net::entry<ListNetLearner>();
}  // namespace learners

}  // namespace gradus
