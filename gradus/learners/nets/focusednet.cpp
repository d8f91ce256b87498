// FocusedNet: Niu, Guo, Lan & Cheng, SIGIR 2012.

#include "gradus/learners/nets/descent/net_learner.hpp"
#include "gradus/learners/training/long_lists.hpp"
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
    static void warn_of_size(const Dataset& train,
                             const FitContext& context,
                             const Params& /*params*/) {
        note_long_lists(train, all_pairs_of(context.targets.front().labels, 5e7), context.progress);
    }
    static std::unique_ptr<const Objective> objective(const FitContext& context,
                                                      const Params& params) {
        return std::make_unique<Focused>(context.targets.front().labels, params);
    }
};

}  // namespace

namespace learners {
extern const LearnerEntry focusednet_entry = net::entry<FocusedNetLearner>();
}  // namespace learners

}  // namespace gradus
