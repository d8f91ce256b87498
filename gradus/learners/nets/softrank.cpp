// SoftRank: Taylor, Guiver, Robertson & Minka, WSDM 2008; for AP and P@k: Yilmaz & Robertson,
// Information Retrieval 13(3), 2010.

#include "gradus/learners/nets/descent/net_learner.hpp"
#include "gradus/learners/training/long_lists.hpp"
#include "gradus/objectives/soft.hpp"

namespace gradus {
namespace {

struct SoftRankLearner : net::NetKind {
    static constexpr std::string_view name = "softrank";
    static constexpr std::string_view summary =
        "a net for any smooth measure: its expectation when scores are uncertain";
    static constexpr std::string_view reference = "Taylor et al. 2008";
    static constexpr double learning_rate = 0.01;
    using Params = SoftParams;
    static void warn_of_size(const Dataset& train,
                             const FitContext& context,
                             const Params& /*params*/) {
        note_long_lists(train, all_pairs_of(context.targets.front().labels, 3e7), context.progress);
    }
    static std::unique_ptr<const Objective> objective(const FitContext& context,
                                                      const Params& params) {
        return std::make_unique<Soft>(context.targets.front(), params);
    }
};

}  // namespace

namespace learners {
extern const LearnerEntry softrank_entry = net::entry<SoftRankLearner>();
}  // namespace learners

}  // namespace gradus
