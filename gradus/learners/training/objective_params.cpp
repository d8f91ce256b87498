#include "gradus/learners/training/objective_params.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/learners/training/variants.hpp"
#include "gradus/objectives/grammar.hpp"

namespace gradus {
namespace {

std::vector<double> weights_from(const std::string& text) {
    std::vector<double> weights;
    if (text.empty()) return weights;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find_first_of(",:", begin), text.size());
        const auto number = number_from(std::string_view(text).substr(begin, end - begin));
        if (!number || *number < 0.0) {
            throw Error(Where::parameter("tier_weights", excerpt(text)),
                        "a weight is not a number from 0 on",
                        "write `tier_weights=0.9,0.1`");
        }
        weights.push_back(*number);
        begin = end + 1;
    }
    return weights;
}

/// By target; none where the usual ones are to be taken.
std::vector<double> tier_weights(const std::string& text, std::size_t tiers) {
    std::vector<double> weights = weights_from(text);
    if (!weights.empty() && tiers == 1)
        refuse_idle({{"tier_weights", text}}, {{"tier_weights", "there are several `for`"}});
    if (weights.empty() || weights.size() == tiers) return weights;
    throw Error(Where::parameter("tier_weights", excerpt(text)),
                fmt::format("{} for {}", counted(weights.size(), "weight"), counted(tiers, "tier")),
                "give a weight for each `for`");
}

Where place_of(const std::string& name, const std::string& text) {
    return Where::parameter(name, excerpt(text));
}

ObjectiveSpelling read(const std::string& name, const std::string& text) {
    return read_objective(text, place_of(name, text));
}

/// Whether a part of an objective is as told.
template <class Is>
bool has_part(const ObjectiveSpelling& spelling, const Is& is) {
    return is(spelling) || std::ranges::any_of(spelling.parts, [&](const ObjectiveSpelling& part) {
               return has_part(part, is);
           });
}

bool is_sigmoid(const Settings& settings) {
    return std::ranges::any_of(settings, [](const Setting& setting) {
        return setting.name == "cost" && text_of(setting.value) == "sigmoid";
    });
}

/// What of an objective's parameters nothing looks at; `given` are all that were set.
std::vector<IdleParam> idle_params(const ObjectiveParams& params,
                                   const DescentParams& descent,
                                   const Settings& given) {
    std::vector<ObjectiveSpelling> all = {read("objective", params.objective)};
    if (!descent.late.empty()) all.push_back(read("late", descent.late));
    const auto any = [&](const auto& is) {
        return std::ranges::any_of(
            all, [&](const ObjectiveSpelling& spelling) { return has_part(spelling, is); });
    };
    std::vector<IdleParam> idle;
    if (descent.late.empty()) idle.push_back({"schedule", "`late` names an objective"});
    if (!any([](const ObjectiveSpelling& part) {
            return part.entry != nullptr && part.entry->name == "pairs";
        })) {
        idle.push_back({"pairs", "`objective=pairs`"});
        idle.push_back({"pairs_form", "`objective=pairs`"});
    }
    if (!is_sigmoid(given) &&
        !any([](const ObjectiveSpelling& part) { return is_sigmoid(part.settings); }))
        idle.push_back({"centre", "`cost=sigmoid`"});
    return idle;
}

bool is_own(const ObjectiveEntry& entry, std::string_view name) {
    return std::ranges::any_of(entry.default_params(),
                               [&](const ParamInfo& info) { return info.name == name; });
}

}  // namespace

void check_objective(const ObjectiveParams& params,
                     const DescentParams& descent,
                     const Settings& given) {
    refuse_idle(given, idle_params(params, descent, given));
    read("objective", params.objective);
    weights_from(params.tier_weights);
    if (descent.late.empty()) return;
    read("late", descent.late);
    if (descent.schedule.empty()) {
        throw Error(place_of("late", descent.late),
                    "there is no schedule that tells when it takes over",
                    "add `schedule=linear:0.25:0.01`");
    }
    Schedule::parse(descent.schedule);
}

std::unique_ptr<const Objective> training_objective(const ObjectiveParams& params,
                                                    const DescentParams& descent,
                                                    const Settings& own,
                                                    const FitContext& context) {
    check_objective(params, descent, {});
    ObjectiveContext open{.targets = context.targets,
                          .tier_weights = tier_weights(params.tier_weights, context.targets.size()),
                          .missing = descent.missing,
                          .zero_grades = descent.zero_grades,
                          .pairs = params.pairs,
                          .settings = own,
                          .scale = descent.scale,
                          .seed = context.seed};
    for (const ParamInfo& info : describe_params(params))
        if (info.name == "pairs_form") open.settings.push_back({"form", info.value});
    const auto made = [&](const std::string& name, const std::string& text) {
        return make_objective(read(name, text), open, place_of(name, text));
    };
    if (descent.late.empty()) return made("objective", params.objective);
    // Svore et al. 2011, eq. 12, mixes the gradients as they are: what divides the mixture must not
    // divide a part too.
    if (descent.scale == MixtureScale::mixture) open.scale = MixtureScale::none;
    std::vector<MixturePart> parts;
    parts.push_back({made("objective", params.objective), 1.0});
    open.scale = MixtureScale::none;
    parts.push_back({made("late", descent.late), 1.0});
    return std::make_unique<Mixture>(
        std::move(parts), descent.scale, Schedule::parse(descent.schedule));
}

ObjectiveVariants objective_variants(const ObjectiveEntry& entry, const Settings& settings) {
    const std::vector<ParamInfo> standard = entry.default_params();
    const auto is_number = [&](const std::string& name) {
        return std::ranges::find(standard, name, &ParamInfo::name)->is_number;
    };
    std::vector<Settings> lists;
    std::map<std::string, ParamValue> several;  // the newest of each name counts
    for (const Setting& setting : settings) {
        if (is_number(setting.name)) {
            several[setting.name] = setting.value;
        } else {
            lists.push_back({setting});
        }
    }
    for (const auto& [name, value] : several) lists.push_back(detail::one_by_one({name, value}));
    ObjectiveVariants variants;
    for (const Settings& combination : detail::combinations(lists)) {
        for (const Setting& setting : combination)
            entry.params({setting}, Where::parameter(setting.name, text_of(setting.value)));
        variants.settings.push_back(combination);
        variants.texts.push_back(detail::chosen_text(combination, lists));
    }
    variants.described = entry.params(variants.settings.front(), {});
    for (ParamInfo& info : variants.described) {
        const auto given = several.find(info.name);
        if (given != several.end() && detail::one_by_one({info.name, given->second}).size() > 1)
            info.value = text_of(given->second);
    }
    return variants;
}

std::vector<ParamInfo> describe_variants(const ObjectiveEntry& entry) {
    std::vector<ParamInfo> all = entry.default_params();
    for (ParamInfo& info : all)
        if (info.is_number) info.range += ", or a list to choose from: a:b:c";
    return all;
}

std::pair<Settings, Settings> parted_settings(const ObjectiveEntry& entry,
                                              const Settings& settings) {
    std::pair<Settings, Settings> parted;
    for (const Setting& setting : settings)
        (is_own(entry, setting.name) ? parted.first : parted.second).push_back(setting);
    return parted;
}

}  // namespace gradus
