// LambdaMART: Wu, Burges, Svore & Gao, Information Retrieval 13(3), 2010; tiers and schedules:
// Svore, Volkovs & Burges, WWW 2011.

#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "gradus/base/error.hpp"
#include "gradus/learners/training/long_lists.hpp"
#include "gradus/learners/training/objective_params.hpp"
#include "gradus/learners/trees/boosting/boosting.hpp"
#include "gradus/objectives/diagnostics/lambda_trace.hpp"
#include "gradus/objectives/lambda.hpp"

namespace gradus {
namespace {

struct LogParams {
    gbdt::Pick pick = gbdt::Pick::tolerance;
    int diagnostics = 0;
    static constexpr auto fields = std::tuple{
        Choice{"pick",
               &LogParams::pick,
               "tolerance|graded",
               "best iteration of several tiers: lexicographic, or the best on tier 2 of those not "
               "significantly worse on tier 1"},
        Field{"diagnostics",
              &LogParams::diagnostics,
              0,
              1'000'000,
              "diagnostics of the lambdas in the log, every so many trees; 0 = never"},
    };
};

LambdaParams default_lambda() {
    LambdaParams params;
    params.normalise = QueryScale::lightgbm;
    return params;
}

ObjectiveParams default_objective() {
    ObjectiveParams params;
    params.objective = "lambda";
    return params;
}

/// What the user set of the lambdas, behind what is usual here.
Settings lambda_settings(const Settings& settings) {
    Settings own = {{"normalise", "lightgbm"}};
    for (const Setting& setting : settings)
        if (detail::has_param<LambdaParams>(setting.name)) own.push_back(setting);
    return own;
}

class LambdaMart final : public Learner {
  public:
    explicit LambdaMart(const Settings& settings) : own_(lambda_settings(settings)) {
        std::tie(trees_, lambda_, objective_, descent_, log_) =
            params_from_settings(settings, trees_, lambda_, objective_, descent_, log_);
        check_objective(objective_, descent_, settings);
    }

    static std::vector<ParamInfo> params() {
        return describe_all(gbdt::GbdtParams{},
                            default_lambda(),
                            default_objective(),
                            DescentParams{},
                            LogParams{});
    }

  private:
    std::unique_ptr<const Model> fit_aligned(const Dataset& train,
                                             const FitContext& context) const override {
        const auto objective = training_objective(objective_, descent_, own_, context);
        if (!objective->traits().hessian && trees_.step == gbdt::Step::newton) {
            throw Error(Where::parameter("step"),
                        "this objective has no second derivatives for Newton steps",
                        "add `step=gradient` and `gain=variance`");
        }
        const std::unique_ptr<LambdaTrace> trace = make_trace(train, context);
        if (objective->traits().lambda) tell_of_long_lists(train, context);
        return gbdt::boost(
            train,
            context,
            {.objective = *objective,
             .params = trees_,
             .notes = training_notes(
                 "lambdamart", context, describe_all(trees_, lambda_, objective_, descent_, log_)),
             .pick = log_.pick,
             .trace = trace.get(),
             .trace_every = static_cast<std::size_t>(log_.diagnostics)});
    }

    void tell_of_long_lists(const Dataset& train, const FitContext& context) const {
        const NamedMeasure& first = context.targets.front();
        note_long_lists(
            train,
            {.labels = first.labels,
             .measure = first.text,
             .is_cut_off = lambda_.truncation > 0 || first.text.find('@') != std::string::npos,
             .step = "tree"},
            context.progress);
    }

    /// What the log is to tell of the lambdas, if anything.
    std::unique_ptr<LambdaTrace> make_trace(const Dataset& train, const FitContext& context) const {
        if (log_.diagnostics == 0) return nullptr;
        if (context.files.log.empty()) {
            throw Error(Where::parameter("diagnostics"),
                        "there is no log to write diagnostics to",
                        "name one with `log`");
        }
        return std::make_unique<LambdaTrace>(
            train,
            context.targets,
            LambdaTraceOptions{
                .lambda = lambda_,
                .rules = tier_rules(context.targets, descent_.missing, descent_.zero_grades),
                .seed = context.seed,
                .threads = context.threads});
    }

    gbdt::GbdtParams trees_;
    LambdaParams lambda_ = default_lambda();
    ObjectiveParams objective_ = default_objective();
    DescentParams descent_;
    LogParams log_;
    Settings own_;  ///< parameters of lambdas, for every objective that has one of this name
};

}  // namespace

namespace learners {
extern const LearnerEntry lambdamart_entry{
    .name = "lambdamart",
    .summary = "boosted trees for any measure, tiers of measures and schedules",
    .reference = "Wu et al. 2010",
    .default_measure = "NDCG@10",
    .params = LambdaMart::params,
    .make = [](const Settings& settings) -> std::unique_ptr<const Learner> {
        return std::make_unique<LambdaMart>(settings);
    },
    .uses_weights = true,
};
}  // namespace learners

}  // namespace gradus
