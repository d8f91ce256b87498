// RankSVM: Herbrich, Graepel & Obermayer 2000; Joachims, KDD 2002.

#include "gradus/learners/svm/problem/svm_learner.hpp"
#include "gradus/objectives/pair_hinge.hpp"

namespace gradus {
namespace {

struct RankSvmLearner {
    static constexpr std::string_view name = "ranksvm";
    static constexpr std::string_view summary =
        "a linear model that orders pairs of documents by a margin; the measure only picks the "
        "best C";
    static constexpr std::string_view reference = "Joachims 2002";
    static constexpr std::string_view default_measure = "NDCG@10";
    static constexpr bool uses_weights = true;
    static constexpr svm::RiskForm form = svm::RiskForm::sum;
    using Params = PairHingeParams;
    static std::unique_ptr<const Objective> objective(const FitContext& context,
                                                      const Params& params) {
        return std::make_unique<PairHinge>(context.targets.front().labels, params);
    }
};

}  // namespace

namespace learners {
extern const LearnerEntry ranksvm_entry = svm::entry<RankSvmLearner>();
}  // namespace learners

}  // namespace gradus
