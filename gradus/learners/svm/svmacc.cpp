// The classification machine that SVM-map is compared with, SVM-acc: Yue, Finley, Radlinski &
// Joachims, SIGIR 2007, section 5.2, after Cortes & Vapnik, Machine Learning 20, 1995.

#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "gradus/base/error.hpp"
#include "gradus/learners/svm/accuracy/accuracy_plan.hpp"
#include "gradus/learners/svm/problem/svm_training.hpp"
#include "gradus/learners/training/variants.hpp"

namespace gradus {
namespace {

using svm::AccuracyParams;
using svm::FeatureParams;
using svm::SvmParams;

class AccuracySvm final : public Learner {
  public:
    explicit AccuracySvm(const Settings& settings) {
        std::tie(shared_, variants_) = params_with_variants<AccuracyParams>(settings, shared_);
    }

  private:
    std::unique_ptr<const Model> fit_aligned(const Dataset& train,
                                             const FitContext& context) const override {
        if (context.targets.size() > 1)
            throw Error(Where::parameter("for"),
                        "a support vector machine that classifies is trained for one measure",
                        "give one `for`; several `stop_on` may pick the best C");
        const auto& [params, features] = shared_;
        std::vector<svm::Candidate> candidates;
        candidates.reserve(variants_.params.size());
        for (std::size_t i = 0; i < variants_.params.size(); ++i)
            candidates.push_back({std::make_unique<svm::AccuracyPlan>(
                                      context.targets.front().labels, variants_.params[i]),
                                  variants_.texts[i]});
        std::vector<ParamInfo> described = describe_all(params, features);
        const std::vector<ParamInfo> own = variants_.described();
        described.insert(described.end(), own.begin(), own.end());
        return svm::train_svm(train,
                              context,
                              {.candidates = std::move(candidates),
                               .params = params,
                               .features = features,
                               .notes = training_notes("svmacc", context, described)});
    }

    std::tuple<SvmParams, FeatureParams> shared_;
    Variants<AccuracyParams> variants_;
};

}  // namespace

namespace learners {
extern const LearnerEntry svmacc_entry{
    .name = "svmacc",
    .summary =
        "a linear model that tells relevant documents from others, those of all queries together; "
        "C weighs the sum over documents, and the measure only picks the best C",
    .reference = "Yue et al. 2007",
    .default_measure = "AP",
    .params =
        [] {
            std::vector<ParamInfo> all = describe_all(SvmParams{}, FeatureParams{});
            const std::vector<ParamInfo> own = describe_variants<AccuracyParams>();
            all.insert(all.end(), own.begin(), own.end());
            return all;
        },
    .make = [](const Settings& settings) -> std::unique_ptr<const Learner> {
        return std::make_unique<AccuracySvm>(settings);
    },
    .uses_weights = true,
    .takes_missing_as_mean = true,
};
}  // namespace learners

}  // namespace gradus
