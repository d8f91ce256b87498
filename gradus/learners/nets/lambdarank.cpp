// LambdaRank: Burges, Ragno & Le, NIPS 2006.

#include "gradus/learners/nets/descent/net_learner.hpp"
#include "gradus/learners/training/long_lists.hpp"
#include "gradus/objectives/lambda.hpp"

namespace gradus {
namespace {

struct LambdaRankLearner : net::NetKind {
    static constexpr std::string_view name = "lambdarank";
    static constexpr std::string_view summary =
        "a net for any measure: pairs weighted by what a swap would change";
    static constexpr std::string_view reference = "Burges et al. 2006";
    static constexpr double learning_rate = 0.01;
    using Params = LambdaParams;
    static void warn_of_size(const Dataset& train,
                             const FitContext& context,
                             const Params& params) {
        const NamedMeasure& first = context.targets.front();
        note_long_lists(
            train,
            {.labels = first.labels,
             .measure = first.text,
             .is_cut_off = params.truncation > 0 || first.text.find('@') != std::string::npos,
             .step = "epoch"},
            context.progress);
    }
    static std::unique_ptr<const Objective> objective(const FitContext& context,
                                                      const Params& params) {
        return std::make_unique<Lambda>(context.targets.front(), params);
    }
};

}  // namespace

namespace learners {
extern const LearnerEntry lambdarank_entry = net::entry<LambdaRankLearner>();
}  // namespace learners

}  // namespace gradus
