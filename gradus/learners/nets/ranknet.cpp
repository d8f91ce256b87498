// RankNet: Burges et al., ICML 2005.

#include "gradus/objectives/ranknet.hpp"

#include "gradus/learners/nets/descent/net_learner.hpp"
#include "gradus/learners/training/long_lists.hpp"

namespace gradus {
namespace {

struct RankNetLearner : net::NetKind {
    static constexpr std::string_view name = "ranknet";
    static constexpr std::string_view summary =
        "a net that orders pairs of documents; the measure only picks the best epoch";
    static constexpr std::string_view reference = "Burges et al. 2005";
    static constexpr double learning_rate = 0.0001;
    using Params = RankNetParams;
    static void warn_of_size(const Dataset& train,
                             const FitContext& context,
                             const Params& /*params*/) {
        note_long_lists(train, all_pairs_of(context.targets.front().labels, 4e8), context.progress);
    }
    static std::unique_ptr<const Objective> objective(const FitContext& context,
                                                      const Params& params) {
        return std::make_unique<RankNet>(context.targets.front().labels, params);
    }
};

}  // namespace

namespace learners {
extern const LearnerEntry ranknet_entry = net::entry<RankNetLearner>();
}  // namespace learners

}  // namespace gradus
