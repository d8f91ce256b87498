// FocusedSVM: Niu, Guo, Lan & Cheng, SIGIR 2012.

#include "gradus/learners/svm/problem/svm_learner.hpp"
#include "gradus/objectives/focused_hinge.hpp"

namespace gradus {
namespace {

struct FocusedSvmLearner {
    static constexpr std::string_view name = "focusedsvm";
    static constexpr std::string_view summary =
        "a linear model for top-k labels: the order of the top, and the top above the rest";
    static constexpr std::string_view reference = "Niu et al. 2012";
    static constexpr std::string_view default_measure = "NDCG@10";
    static constexpr bool uses_weights = true;
    static constexpr svm::RiskForm form = svm::RiskForm::mean;
    using Params = FocusedHingeParams;
    static std::unique_ptr<const Objective> objective(const FitContext& context,
                                                      const Params& params) {
        return std::make_unique<FocusedHinge>(context.targets.front().labels, params);
    }
};

}  // namespace

namespace learners {
extern const LearnerEntry focusedsvm_entry = svm::entry<FocusedSvmLearner>();
}  // namespace learners

}  // namespace gradus
