// SVM-map and its kin: Yue, Finley, Radlinski & Joachims, SIGIR 2007; SVM-roc: Joachims, ICML 2005.

#include <tuple>

#include "gradus/learners/svm/problem/svm_learner.hpp"
#include "gradus/objectives/structural.hpp"

namespace gradus {
namespace {

struct StructuralSvmLearner {
    static constexpr std::string_view name = "svm";
    static constexpr std::string_view summary =
        "a linear model for a measure: structural SVM, minimises a convex bound on 1 - measure";
    static constexpr std::string_view reference = "Yue et al. 2007";
    static constexpr std::string_view default_measure = "AP";
    static constexpr bool uses_weights = true;
    static constexpr svm::RiskForm form = svm::RiskForm::mean;
    struct Params {
        static constexpr auto fields = std::tuple{};
    };
    static std::unique_ptr<const Objective> objective(const FitContext& context,
                                                      const Params& /*params*/) {
        return std::make_unique<Structural>(context.targets.front());
    }
};

}  // namespace

namespace learners {
extern const LearnerEntry svm_entry = svm::entry<StructuralSvmLearner>();
}  // namespace learners

}  // namespace gradus
