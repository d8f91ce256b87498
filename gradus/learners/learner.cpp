#include "gradus/learners/learner.hpp"

#include <fmt/format.h>

#include "gradus/base/names.hpp"
#include "learners_catalog.inc"

namespace gradus {

std::span<const LearnerEntry* const> all_learners() {
    return learners_catalog;
}

const LearnerEntry& learner_named(std::string_view name) {
    std::vector<std::string> known;
    for (const LearnerEntry* entry : all_learners()) {
        if (entry->name == name) return *entry;
        known.emplace_back(entry->name);
    }
    throw Error({}, fmt::format("unknown learner '{}'", excerpt(name)), name_remedy(name, known));
}

detail::Setting detail::setting_from(const std::string& text) {
    const Where where{"option --set " + excerpt(text)};
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) throw Error(where, "there is no '='", "write --set key=value");
    return {text.substr(0, equals), text.substr(equals + 1), where};
}

}  // namespace gradus
