// FocusedNet: Niu, Guo, Lan & Cheng, SIGIR 2012.

#include "gradus/learners/net/net_learner.hpp"
#include "gradus/objectives/focused.hpp"

namespace gradus {
namespace {

struct FocusedNetLearner : net::NetKind {
    static constexpr std::string_view name = "focusednet";
    static constexpr std::string_view summary =
        "a net for top-k labels: the order of the top, and the top above the rest";
    static constexpr std::string_view reference = "Niu et al. 2012";
    static constexpr double learning_rate = 0.1;
    using Params = FocusedParams;
    static std::unique_ptr<const Objective> objective(const FitContext& context,
                                                      const Params& params) {
        return std::make_unique<Focused>(context.targets.front().labels, params);
    }
};

}  // namespace

extern const LearnerEntry focusednet_entry = net::entry<FocusedNetLearner>();

}  // namespace gradus
