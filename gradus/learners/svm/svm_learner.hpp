#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gradus/learners/svm/svm_training.hpp"

namespace gradus::svm {

/// `Kind` says what is special: name, summary, reference and default_measure, Params, the
/// objective's own parameters, objective(context, params), and the form of the risk.
template <class Kind>
class SvmLearner final : public Learner {
  public:
    // NOLINTNEXTLINE(readability-redundant-typename): Clang 14 needs it
    using Params = typename Kind::Params;

    SvmLearner(SvmParams svm, Params objective)
        : svm_(std::move(svm)), objective_(std::move(objective)) {}

    std::unique_ptr<const Model> fit(const Dataset& train,
                                     const FitContext& context) const override {
        return train_svm(train,
                         context,
                         {.objective = Kind::objective(context, objective_),
                          .form = Kind::form,
                          .params = svm_,
                          .notes = training_notes(
                              std::string(Kind::name), context, describe_all(svm_, objective_))});
    }

  private:
    SvmParams svm_;
    Params objective_;
};

template <class Kind>
constexpr LearnerEntry entry() {
    return {
        .name = Kind::name,
        .summary = Kind::summary,
        .reference = Kind::reference,
        .default_measure = Kind::default_measure,
        .params = [] { return describe_all(SvmParams{}, typename Kind::Params{}); },
        .make = [](const std::vector<std::string>& settings) -> std::unique_ptr<const Learner> {
            auto [svm, objective] =
                params_from_settings(settings, SvmParams{}, typename Kind::Params{});
            return std::make_unique<SvmLearner<Kind>>(std::move(svm), std::move(objective));
        },
    };
}

}  // namespace gradus::svm
