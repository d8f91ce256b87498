#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gradus/learners/learner.hpp"
#include "gradus/learners/training/variants.hpp"
#include "gradus/objectives/objective.hpp"

namespace gradus {

/// One of the objectives that are tried, of which the best on validation data is kept.
struct Candidate {
    std::unique_ptr<const Objective> objective;
    std::string text;  ///< what tells it from the others: "beta=0.5"
};
using Candidates = std::vector<Candidate>;

/// A way to train by an objective. `Kind` is the learner: its name, summary, reference and
/// default_measure, Params, the parameters of its objective, and objective(context, params).
/// `Method` is the way: its Params, a tuple of structs, defaults<Kind>(), and
/// train<Kind>(data, context, method's params, candidates, notes).
template <class Kind, class Method>
class ObjectiveLearner final : public Learner {
  public:
    // NOLINTBEGIN(readability-redundant-typename): Clang 14 needs it
    using MethodParams = typename Method::Params;
    using ObjectiveParams = typename Kind::Params;
    // NOLINTEND(readability-redundant-typename)

    ObjectiveLearner(MethodParams method, Variants<ObjectiveParams> variants)
        : method_(std::move(method)), variants_(std::move(variants)) {}

    std::unique_ptr<const Model> fit(const Dataset& train,
                                     const FitContext& context) const override {
        Candidates candidates;
        for (std::size_t i = 0; i < variants_.params.size(); ++i)
            candidates.push_back(
                {Kind::objective(context, variants_.params[i]), variants_.texts[i]});
        std::vector<ParamInfo> described =
            std::apply([](const auto&... each) { return describe_all(each...); }, method_);
        for (ParamInfo& info : variants_.described()) described.push_back(std::move(info));
        return Method::template train<Kind>(
            train,
            context,
            method_,
            std::move(candidates),
            training_notes(std::string(Kind::name), context, described));
    }

  private:
    MethodParams method_;
    Variants<ObjectiveParams> variants_;
};

template <class Kind, class Method>
constexpr LearnerEntry objective_learner_entry() {
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
        .make = [](const std::vector<std::string>& settings) -> std::unique_ptr<const Learner> {
            auto [method, variants] = params_with_variants<typename Kind::Params>(
                settings, Method::template defaults<Kind>());
            return std::make_unique<ObjectiveLearner<Kind, Method>>(std::move(method),
                                                                    std::move(variants));
        },
    };
}

}  // namespace gradus
