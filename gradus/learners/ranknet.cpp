// RankNet: Burges et al., ICML 2005.

#include "gradus/objectives/ranknet.hpp"

#include "gradus/learners/net/net_learner.hpp"

namespace gradus {
namespace {

struct RankNetLearner : net::NetKind {
    static constexpr std::string_view name = "ranknet";
    static constexpr std::string_view summary =
        "a net that orders pairs of documents; --for only picks the best epoch";
    static constexpr std::string_view reference = "Burges et al. 2005";
    static constexpr double learning_rate = 0.0001;
    using Params = RankNetParams;
    static std::unique_ptr<const Objective> objective(const FitContext& context,
                                                      const Params& params) {
        return std::make_unique<RankNet>(context.targets.front().labels, params);
    }
};

}  // namespace

extern const LearnerEntry ranknet_entry = net::entry<RankNetLearner>();

}  // namespace gradus
