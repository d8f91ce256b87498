#include "gradus/learners/svm/problem/svm_learner.hpp"

#include <string>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/learners/svm/problem/svm_training.hpp"
#include "gradus/learners/training/objective_params.hpp"

namespace gradus::svm {
namespace {

const ObjectiveEntry& objective_of(const SvmRow& row) {
    return objective_named(row.objective, {});
}

ObjectiveParams default_objective(const SvmRow& row) {
    ObjectiveParams params;
    params.objective = row.objective;
    return params;
}

/// A cutting plane is below the objective everywhere only where that is convex.
void check_convex(const Objective& objective, const std::string& typed) {
    if (objective.traits().convex) return;
    std::string convex;
    for (const ObjectiveEntry* const entry : all_objectives())
        if (entry->traits.convex)
            convex += fmt::format("{}{}", convex.empty() ? "" : ", ", entry->name);
    throw Error(Where::parameter("objective", excerpt(typed)),
                fmt::format("{} is not convex, as cutting planes need it", objective.text()),
                fmt::format("choose from {}, or a sum of them", convex));
}

class SvmLearner final : public Learner {
  public:
    SvmLearner(const SvmRow& row, const Settings& settings) : row_(row) {
        const auto [own, shared] = parted_settings(objective_of(row), settings);
        variants_ = objective_variants(objective_of(row), own);
        std::tie(svm_, features_, objective_) = params_from_settings(shared,
                                                                     names_of(variants_.described),
                                                                     SvmParams{},
                                                                     FeatureParams{},
                                                                     default_objective(row));
        check_objective(objective_, {}, settings);
    }

  private:
    std::unique_ptr<const Model> fit_aligned(const Dataset& train,
                                             const FitContext& context) const override {
        std::vector<Candidate> candidates;
        candidates.reserve(variants_.settings.size());
        for (std::size_t i = 0; i < variants_.settings.size(); ++i) {
            auto objective = training_objective(objective_, {}, variants_.settings[i], context);
            check_convex(*objective, objective_.objective);
            candidates.push_back({std::make_unique<ObjectivePlan>(std::move(objective), row_.form),
                                  variants_.texts[i]});
        }
        std::vector<ParamInfo> described = describe_all(svm_, features_);
        for (const auto& more : {variants_.described, describe_params(objective_)})
            described.insert(described.end(), more.begin(), more.end());
        return train_svm(train,
                         context,
                         {.candidates = std::move(candidates),
                          .params = svm_,
                          .features = features_,
                          .notes = training_notes(std::string(row_.name), context, described)});
    }

    const SvmRow& row_;
    SvmParams svm_;
    FeatureParams features_;
    ObjectiveVariants variants_;  ///< of the parameters of the usual objective
    ObjectiveParams objective_;
};

}  // namespace

std::vector<ParamInfo> params_of(const SvmRow& row) {
    std::vector<ParamInfo> all = describe_all(SvmParams{}, FeatureParams{});
    for (const auto& more :
         {describe_variants(objective_of(row)), describe_params(default_objective(row))})
        all.insert(all.end(), more.begin(), more.end());
    return all;
}

std::unique_ptr<const Learner> make_learner(const SvmRow& row, const Settings& settings) {
    return std::make_unique<SvmLearner>(row, settings);
}

}  // namespace gradus::svm
