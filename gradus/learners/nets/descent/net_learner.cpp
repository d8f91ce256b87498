#include "gradus/learners/nets/descent/net_learner.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "gradus/learners/nets/descent/net_training.hpp"
#include "gradus/learners/training/long_lists.hpp"
#include "gradus/learners/training/objective_params.hpp"

namespace gradus::net {
namespace {

const ObjectiveEntry& objective_of(const NetRow& row) {
    return objective_named(row.objective, {});
}

NetParams default_net(const NetRow& row) {
    NetParams params;
    params.learning_rate = {row.learning_rate};
    return params;
}

ObjectiveParams default_objective(const NetRow& row) {
    ObjectiveParams params;
    params.objective = row.objective;
    return params;
}

class NetLearner final : public Learner {
  public:
    NetLearner(const NetRow& row, const Settings& settings) : row_(row) {
        const auto [own, shared] = parted_settings(objective_of(row), settings);
        variants_ = objective_variants(objective_of(row), own);
        std::tie(net_, objective_, descent_) = params_from_settings(shared,
                                                                    names_of(variants_.described),
                                                                    default_net(row),
                                                                    default_objective(row),
                                                                    DescentParams{});
        check_objective(objective_, descent_, settings);
    }

  private:
    std::unique_ptr<const Model> fit_aligned(const Dataset& train,
                                             const FitContext& context) const override {
        std::vector<std::unique_ptr<const Objective>> objectives;
        objectives.reserve(variants_.settings.size());
        for (const Settings& own : variants_.settings)
            objectives.push_back(training_objective(objective_, descent_, own, context));
        tell_of_long_lists(train, context, objectives.front()->traits());
        std::vector<ParamInfo> described = describe_params(net_);
        for (const auto& more : {variants_.described, describe_all(objective_, descent_)})
            described.insert(described.end(), more.begin(), more.end());
        return train_net(train,
                         context,
                         {.objectives = std::move(objectives),
                          .params = net_,
                          .notes = training_notes(std::string(row_.name), context, described)});
    }

    void tell_of_long_lists(const Dataset& train,
                            const FitContext& context,
                            const Traits& traits) const {
        const NamedMeasure& first = context.targets.front();
        const auto truncation =
            std::ranges::find(variants_.described, "truncation", &ParamInfo::name);
        const bool is_truncated =
            truncation != variants_.described.end() && truncation->value != "0";
        if (traits.lambda) {
            note_long_lists(
                train,
                {.labels = first.labels,
                 .measure = first.text,
                 .is_cut_off = is_truncated || first.text.find('@') != std::string::npos,
                 .step = "epoch"},
                context.progress);
        } else if (row_.pairs_a_second > 0) {
            note_long_lists(
                train, all_pairs_of(first.labels, row_.pairs_a_second), context.progress);
        }
    }

    const NetRow& row_;
    NetParams net_;
    ObjectiveVariants variants_;  ///< of the parameters of the usual objective
    ObjectiveParams objective_;
    DescentParams descent_;
};

}  // namespace

std::vector<ParamInfo> params_of(const NetRow& row) {
    std::vector<ParamInfo> all = describe_params(default_net(row));
    for (const auto& more : {describe_variants(objective_of(row)),
                             describe_all(default_objective(row), DescentParams{})})
        all.insert(all.end(), more.begin(), more.end());
    return all;
}

std::unique_ptr<const Learner> make_learner(const NetRow& row, const Settings& settings) {
    return std::make_unique<NetLearner>(row, settings);
}

}  // namespace gradus::net
