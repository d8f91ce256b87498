#include <memory>
#include <span>

#include "apps/cli/advice/setting_names.hpp"
#include "apps/cli/advice/synonyms.hpp"
#include "apps/cli/command.hpp"
#include "apps/cli/options/output_flags.hpp"
#include "gradus/data/format.hpp"
#include "gradus/evaluation/profile.hpp"
#include "gradus/learners/synonyms.hpp"
#include "gradus/measures/spelling.hpp"

namespace gradus::cli {
namespace {

report::Report synonyms() {
    report::Table table{.name = "synonyms"};
    table.columns = {{.name = "kind"}, {.name = "typed"}, {.name = "meant"}};
    const auto add = [&](const char* kind, std::span<const Synonym> some) {
        for (const Synonym& synonym : some)
            table.rows.push_back({kind, synonym.typed, synonym.meant});
    };
    const auto add_learners = [&](const char* kind, std::span<const Synonym> synonyms) {
        for (const Synonym& synonym : synonyms)
            table.rows.push_back({kind, synonym.typed, meaning_as_typed(synonym.meant)});
    };
    add("command", command_synonyms());
    add("option", option_synonyms());
    add_learners("learner", learner_synonyms());
    add_learners("objective", objective_synonyms());
    add("parameter", parameter_synonyms());
    add("measure", measure_synonyms());
    add("profile", profile_synonyms());
    add("format", format_synonyms());
    report::Report report{.is_list = true};
    report.add(std::move(table));
    return report;
}

}  // namespace

namespace commands {
extern const CommandEntry list_synonyms_entry{
    .group = "list",
    .name = "synonyms",
    .summary = "list the names of other tools and what Gradus calls them",
    .add =
        [](CommandLine& line, Session& /*session*/) {
            const auto output = std::make_shared<OutputFlags>();
            output->add_to(line);
            line.action([output] { output->print(synonyms()); });
        },
};
}  // namespace commands

}  // namespace gradus::cli
