#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/objectives/combine/mixture.hpp"
#include "gradus/objectives/objective.hpp"

namespace gradus {

/// What the user typed for an objective: one of the catalogue, or several and how they are
/// combined.
struct ObjectiveSpelling {
    const ObjectiveEntry* entry = nullptr;      ///< null where parts are combined
    std::optional<NamedMeasure> measure = {};   ///< the subject, where one is named
    std::optional<std::string> name = {};       ///< the subject that is a label column or a file
    std::optional<TierRule> tier = {};          ///< where one is named
    Settings settings = {};                     ///< own parameters
    std::vector<double> weights = {};           ///< by part
    std::vector<ObjectiveSpelling> parts = {};  ///< of a mixture
    MixtureScale scale = MixtureScale::none;
    std::optional<Schedule> schedule = {};  ///< the second of two parts takes over
};

/// What a text leaves open.
struct ObjectiveContext {
    /// What an objective without a subject is for; several are tiers.
    std::span<const NamedMeasure> targets = {};
    std::vector<double> tier_weights = {};  ///< by target; none = a tenth of the one before
    MissingGrades missing = MissingGrades::matched;  ///< of tiers
    bool zero_grades = false;                        ///< of tiers
    std::string pairs = {};                          ///< the file of `pairs` without one
    /// Parameters, where the text says nothing else, of all objectives that have them.
    Settings settings = {};
    MixtureScale scale = MixtureScale::none;  ///< of the whole
    std::uint64_t seed = 1;
};

/// Reads
///     objective = term {+ term}
///     term      = [weight *] (name | name(argument, …) | (objective) | mixture | late)
///     argument  = subject | parameter=value
///     mixture   = mixture(objective, scale=mixture|parts)
///     late      = late(objective, objective, schedule)
/// such as lambda(NDCG@10), ranknet(click, sigma=2), 0.9*lambda(NDCG) + 0.1*pairs('a, b.tsv') or
/// late(lambda(AP), sigmoid(NDCG), linear:0.25:0.01). The subject is a measure, a label column or a
/// file; sigmoid(…) is lambda(…, cost=sigmoid). Error with the character at which it stands.
ObjectiveSpelling read_objective(std::string_view text, const Where& where);

/// The objective of a spelling. A weight of its own makes a term a part of a mixture: 1*ranknet is
/// a mixture of one part, ranknet is not.
std::unique_ptr<const Objective> make_objective(const ObjectiveSpelling& spelling,
                                                const ObjectiveContext& context,
                                                const Where& where);

/// Both at once.
std::unique_ptr<const Objective> make_objective(std::string_view text,
                                                const ObjectiveContext& context = {});

/// Where errors in such a text are.
Where objective_place(std::string_view text);

}  // namespace gradus
