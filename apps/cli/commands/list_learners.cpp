#include <memory>
#include <string>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/options/output_flags.hpp"
#include "apps/cli/output/parameter_table.hpp"
#include "gradus/learners/learner.hpp"

namespace gradus::cli {
namespace {

using report::Format;
using report::Kind;
using report::Note;

constexpr std::string_view introduction =
    "# Learners\n\n"
    "Look up every learner and its parameters. Written by `gradus list learners --markdown`.\n\n"
    "`gradus train LEARNER --train FILE --for MEASURE --set parameter=value -o MODEL` trains a\n"
    "ranker ([how to choose a learner](../how-to/choose-a-learner.md)). *Trains for* is the\n"
    "default of `--for`; [measures](measures.md) lists the others. Where a parameter may be a\n"
    "list to choose from, `a:b:c`, each value is tried, and the best on the data of `--valid` is\n"
    "kept.\n\n";

report::Report learners() {
    report::Report report{.is_list = true};
    report::Table table{.name = "learners"};
    table.columns = {{.name = "learner", .kind = Kind::code},
                     {.name = "trains_for", .kind = Kind::code, .heading = "trains for"},
                     {.name = "summary"},
                     {.name = "source", .only = report::programs},
                     {.name = "parameters", .only = {Format::json}}};
    AllParameters all("learner");
    for (const LearnerEntry* entry : all_learners()) {
        const report::Table params = parameter_table(entry->params(), "none");
        all.add(entry->name, params);
        report::Cell name(entry->name);
        name.link = fmt::format("#{}", entry->name);
        table.rows.push_back({name,
                              entry->default_measure,
                              entry->summary,
                              entry->reference,
                              report::json_rows(params)});
    }
    report.add(std::move(table));
    report.add(all.table());
    for (const LearnerEntry* entry : all_learners()) {
        report.add(
            Note::heading(fmt::format("{}: {}", entry->name, entry->reference), {Format::text}));
        report.add(Note::heading(std::string(entry->name), report::pages));
        report.add(
            Note(fmt::format("{}. Source: {}.", entry->summary, entry->reference), report::pages));
        report::Table params = parameter_table(entry->params(), "none");
        if (!params.rows.empty()) report.add(std::move(params));
    }
    return report;
}

}  // namespace

namespace commands {
extern const CommandEntry list_learners_entry{
    .group = "list",
    .name = "learners",
    .summary = "list the learners: what they train for, parameters, sources",
    .add =
        [](CommandLine& line, Session& /*session*/) {
            const auto output = std::make_shared<OutputFlags>();
            output->add_to(line, {"learners", "parameters"});
            line.action([output] {
                if (output->is(Format::markdown))
                    print(introduction);  // the page docs/reference/learners.md
                output->print(learners());
            });
        },
};
}  // namespace commands

}  // namespace gradus::cli
