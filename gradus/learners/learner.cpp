#include "gradus/learners/learner.hpp"

#include <fmt/format.h>

#include "gradus/base/names.hpp"
#include "gradus/learners/synonyms.hpp"
#include "learners_catalog.inc"

namespace gradus {

std::span<const LearnerEntry* const> all_learners() {
    return learners_catalog;
}

const LearnerEntry& learner_named(std::string_view name) {
    const std::string plain = plain_name(name);
    std::vector<std::string> known;
    for (const LearnerEntry* entry : all_learners()) {
        if (plain_name(entry->name) == plain) return *entry;
        known.emplace_back(entry->name);
    }
    throw UnknownName(Where::typed({}),
                      "learner",
                      name,
                      known,
                      "`gradus list learners`",
                      meaning_of(name, learner_synonyms(), known));
}

TrainingNotes training_notes(std::string learner,
                             const FitContext& context,
                             const std::vector<ParamInfo>& params) {
    TrainingNotes notes;
    notes.learner = std::move(learner);
    for (const Target& target : context.targets) notes.targets.push_back(target.text);
    for (const ParamInfo& info : params) notes.parameters.emplace_back(info.name, info.value);
    notes.parameters.emplace_back("seed", std::to_string(context.seed));
    return notes;
}

detail::Setting detail::setting_from(const std::string& text) {
    const Where where = Where::typed("option --set " + excerpt(text));
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) throw Error(where, "there is no '='", "write --set key=value");
    return {text.substr(0, equals), text.substr(equals + 1), where};
}

void detail::refuse_setting(const Setting& setting, const std::vector<std::string>& known) {
    std::string meant = meaning_of(setting.name, parameter_synonyms(), known);
    const std::string plain = plain_name(setting.name);
    for (const std::string& name : known)
        if (plain_name(name) == plain) meant = name;
    throw UnknownName(
        setting.where, "parameter", setting.name, known, "`gradus train LEARNER --help`", meant);
}

}  // namespace gradus
