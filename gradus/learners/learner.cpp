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

}  // namespace gradus
