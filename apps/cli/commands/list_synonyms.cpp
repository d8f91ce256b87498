#include <string>
#include <vector>

#include "apps/cli/command.hpp"
#include "apps/cli/synonyms.hpp"
#include "apps/cli/table.hpp"
#include "gradus/data/format.hpp"
#include "gradus/evaluation/profile.hpp"
#include "gradus/learners/synonyms.hpp"
#include "gradus/measures/spelling.hpp"

namespace gradus::cli {
namespace {

void list_synonyms() {
    std::vector<std::vector<std::string>> rows = {{"kind", "typed", "meant"}};
    const auto add = [&](const char* kind, std::span<const Synonym> synonyms) {
        for (const Synonym& synonym : synonyms)
            rows.push_back({kind, std::string(synonym.typed), std::string(synonym.meant)});
    };
    add("command", command_synonyms());
    add("option", option_synonyms());
    add("learner", learner_synonyms());
    add("objective", objective_synonyms());
    add("parameter", parameter_synonyms());
    add("measure", measure_synonyms());
    add("profile", profile_synonyms());
    add("format", format_synonyms());
    print(aligned(rows));
}

}  // namespace

extern const CommandEntry list_synonyms_entry{
    .group = "list",
    .name = "synonyms",
    .summary = "names of other tools, and what they are called here",
    .add = [](CommandLine& line, Session& /*session*/) { line.action([] { list_synonyms(); }); },
};

}  // namespace gradus::cli
