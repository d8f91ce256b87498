#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gradus/learners/learner.hpp"
#include "gradus/learners/training/variants.hpp"

namespace gradus {

/// A learner and a way to train. `Kind` is the learner: its name, summary, reference,
/// default_measure, and Params, which may be several variants to choose from. `Method` is the way,
/// shared with others: its Params, a tuple of structs, defaults<Kind>(), and
/// train<Kind>(data, context, method's params, variants, notes).
template <class Kind, class Method>
class MethodLearner final : public Learner {
  public:
    // NOLINTBEGIN(readability-redundant-typename): Clang 14 needs it
    using MethodParams = typename Method::Params;
    using OwnParams = typename Kind::Params;
    // NOLINTEND(readability-redundant-typename)

    MethodLearner(MethodParams method, Variants<OwnParams> variants)
        : method_(std::move(method)), variants_(std::move(variants)) {}

  private:
    std::unique_ptr<const Model> fit_aligned(const Dataset& train,
                                             const FitContext& context) const override {
        std::vector<ParamInfo> described =
            std::apply([](const auto&... each) { return describe_all(each...); }, method_);
        for (ParamInfo& info : variants_.described()) described.push_back(std::move(info));
        return Method::template train<Kind>(
            train,
            context,
            method_,
            variants_,
            training_notes(std::string(Kind::name), context, described));
    }

    MethodParams method_;
    Variants<OwnParams> variants_;
};

template <class Kind, class Method>
constexpr LearnerEntry method_learner_entry() {
    return {
        .name = Kind::name,
        .summary = Kind::summary,
        .reference = Kind::reference,
        .default_measure = Kind::default_measure,
        .params =
            [] {
                std::vector<ParamInfo> all =
                    std::apply([](const auto&... each) { return describe_all(each...); },
                               Method::template defaults<Kind>());
                for (ParamInfo& info : describe_variants<typename Kind::Params>())
                    all.push_back(std::move(info));
                return all;
            },
        .make = [](const Settings& settings) -> std::unique_ptr<const Learner> {
            auto [method, variants] = params_with_variants<typename Kind::Params>(
                settings, Method::template defaults<Kind>());
            return std::make_unique<MethodLearner<Kind, Method>>(std::move(method),
                                                                 std::move(variants));
        },
        .uses_weights = Kind::uses_weights,
        .takes_missing_as_mean = Kind::takes_missing_as_mean,
    };
}

}  // namespace gradus
