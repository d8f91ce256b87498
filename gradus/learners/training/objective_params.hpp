#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "gradus/base/params.hpp"
#include "gradus/learners/learner.hpp"
#include "gradus/objectives/combine/mixture.hpp"
#include "gradus/objectives/objective.hpp"
#include "gradus/objectives/pairs.hpp"
#include "gradus/objectives/pairs/tiers.hpp"

namespace gradus {

/// What a learner minimises, for any that takes gradients.
struct ObjectiveParams {
    std::string objective;
    std::string pairs;
    PairsForm pairs_form = PairsForm::automatic;
    std::string tier_weights;
    static constexpr auto fields = std::tuple{
        Text{"objective",
             &ObjectiveParams::objective,
             "OBJECTIVE",
             "what to minimise, such as ranknet(click), pairs, or 0.9*lambda(NDCG@10) + "
             "0.1*lambda(CNDCG@10); for the targets where no measure or label column is named"},
        Text{"pairs",
             &ObjectiveParams::pairs,
             "FILE",
             "objective=pairs: lines of query, winner, loser, perhaps weight"},
        Choice{"pairs_form",
               &ObjectiveParams::pairs_form,
               "auto|ids|rows",
               "lines of pairs: query, winner, loser; or winner and loser as rows of the training "
               "data from 0 (CatBoost); auto: rows where a line has two fields"},
        Text{"tier_weights",
             &ObjectiveParams::tier_weights,
             "0.9,0.1",
             "of the tiers; by default each has a tenth of the one before"},
    };
};

/// The same for learners that take one step after the other: the objective may change on the way.
struct DescentParams {
    MissingGrades missing = MissingGrades::matched;
    bool zero_grades = false;
    std::string late;
    std::string schedule;
    MixtureScale scale = MixtureScale::none;
    static constexpr auto fields = std::tuple{
        Choice{"missing",
               &DescentParams::missing,
               "matched|lenient",
               "whether a document without a grade may be paired by a later tier"},
        Flag{"zero_grades",
             &DescentParams::zero_grades,
             "let documents of grade 0 in a later tier form pairs of it"},
        Text{"late",
             &DescentParams::late,
             "sigmoid(NDCG)",
             "an objective that takes over in the course of training"},
        Text{"schedule",
             &DescentParams::schedule,
             "linear:0.25:0.01",
             "of its weight: linear, exponential or absolute, start and rate"},
        Choice{"scale",
               &DescentParams::scale,
               "none|mixture|parts",
               "divide each query's gradients by their deviation: of the mixture or of its parts"},
    };
};

/// Error where a text is not in the grammar, or where one of the `given` settings, which are all of
/// the learner, has no effect: what can be told before there is data.
void check_objective(const ObjectiveParams& params,
                     const DescentParams& descent,
                     const Settings& given);

/// The objective of a training. `own` are the parameters of the learner's usual objective, for all
/// that have one of this name; they hold where the grammar says nothing else.
std::unique_ptr<const Objective> training_objective(const ObjectiveParams& params,
                                                    const DescentParams& descent,
                                                    const Settings& own,
                                                    const FitContext& context);

/// The parameters of an objective of the catalogue, once for each combination of what was given as
/// a list, a:b:c.
struct ObjectiveVariants {
    std::vector<Settings> settings;  ///< by variant
    std::vector<std::string> texts;  ///< by variant: "beta=0.5", what it has of the lists
    std::vector<ParamInfo> described;
};
ObjectiveVariants objective_variants(const ObjectiveEntry& entry, const Settings& settings);

/// The defaults, for help texts: numbers may be lists.
std::vector<ParamInfo> describe_variants(const ObjectiveEntry& entry);

/// The settings that are parameters of the objective, and the others.
std::pair<Settings, Settings> parted_settings(const ObjectiveEntry& entry,
                                              const Settings& settings);

}  // namespace gradus
