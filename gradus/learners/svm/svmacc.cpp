// The classification machine that SVM-map is compared with, SVM-acc: Yue, Finley, Radlinski &
// Joachims, SIGIR 2007, section 5.2, after Cortes & Vapnik, Machine Learning 20, 1995.

#include <memory>
#include <string_view>

#include "gradus/learners/svm/accuracy/accuracy_plan.hpp"
#include "gradus/learners/svm/problem/svm_learner.hpp"

namespace gradus {
namespace {

struct AccuracySvmLearner {
    static constexpr std::string_view name = "svmacc";
    static constexpr std::string_view summary =
        "a linear model that tells relevant documents from others, those of all queries together; "
        "C weighs the sum over documents, and the measure only picks the best C";
    static constexpr std::string_view reference = "Yue et al. 2007";
    static constexpr std::string_view default_measure = "AP";
    static constexpr bool uses_weights = true;
    using Params = svm::AccuracyParams;
    static std::unique_ptr<const svm::RiskPlan> plan(const FitContext& context,
                                                     const Params& params) {
        return std::make_unique<svm::AccuracyPlan>(context.targets.front().labels, params);
    }
};

}  // namespace

namespace learners {
extern const LearnerEntry svmacc_entry = svm::entry<AccuracySvmLearner>();
}  // namespace learners

}  // namespace gradus
