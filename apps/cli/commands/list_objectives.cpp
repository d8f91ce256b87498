#include <memory>
#include <string>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/options/output_flags.hpp"
#include "apps/cli/output/parameter_table.hpp"
#include "apps/cli/output/word_list.hpp"
#include "gradus/objectives/objective.hpp"

namespace gradus::cli {
namespace {

using report::Cell;
using report::Format;
using report::Kind;
using report::Note;

constexpr std::string_view introduction =
    "# Objectives\n\n"
    "Look up what a training can minimise. Written by `gradus list objectives --markdown`.\n\n"
    "`--set objective=...` of a learner that follows gradients takes an objective as\n"
    "`name(subject, parameter=value, ...)`: `lambda(NDCG@10)`, `ranknet(click, sigma=2)`,\n"
    "`pairs(FILE)`. Sums have weights, `0.9*lambda(NDCG) + 0.1*lambda(CNDCG)`, and\n"
    "`late(lambda(AP), sigmoid(NDCG), linear:0.25:0.01)` leads from one objective to another.\n"
    "`mixture(SUM, scale=mixture|parts)` divides the gradients by their deviation.\n"
    "`sigmoid(MEASURE)` is `lambda(MEASURE, cost=sigmoid)`. Without a subject an objective is for\n"
    "the measures of `--for`, or their label columns; several are tiers\n"
    "([how to train](../how-to/train.md)).\n\n"
    "*derivative*: the gradients are those of the value. *lambda*: virtual gradients, pairs\n"
    "weighted by what a swap would change. *convex*: the support vector machines can minimise it.\n"
    "*Hessians*: trees can take Newton steps; without them set `step=gradient` and\n"
    "`gain=variance`. *tiers*: takes `after=COLUMN`, for pairs that this label column holds "
    "equal,\n"
    "`missing=lenient` and `excluded=GRADE`.\n\n";

std::string_view name_of(Subject subject) {
    switch (subject) {
        case Subject::measure:
            return "measure";
        case Subject::labels:
            return "label column";
        default:
            return "file";
    }
}

report::Report objectives() {
    report::Report report{.is_list = true};
    report::Table table{.name = "objectives"};
    table.columns = {{.name = "objective", .kind = Kind::code},
                     {.name = "subject"},
                     {.name = "derivative"},
                     {.name = "lambda"},
                     {.name = "convex"},
                     {.name = "hessians", .heading = "Hessians"},
                     {.name = "tiers"},
                     {.name = "summary"},
                     {.name = "source", .only = report::programs},
                     {.name = "parameters", .only = {Format::json}},
                     {.name = "examples", .only = report::programs}};
    AllParameters all("objective");
    for (const ObjectiveEntry* const entry : all_objectives()) {
        const report::Table params = parameter_table(entry->default_params(), "none");
        all.add(entry->name, params);
        Cell name(entry->name);
        name.link = fmt::format("#{}", entry->name);
        table.rows.push_back({name,
                              name_of(entry->subject),
                              yes_cell(entry->traits.derivative),
                              yes_cell(entry->traits.lambda),
                              yes_cell(entry->traits.convex),
                              yes_cell(entry->traits.hessian),
                              yes_cell(entry->keeps_to_tiers),
                              entry->summary,
                              entry->reference,
                              report::json_rows(params),
                              Json(words(entry->examples))});
    }
    report.add(std::move(table));
    report.add(all.table());
    for (const ObjectiveEntry* const entry : all_objectives()) {
        const report::Formats text{Format::text};
        report.add(Note::heading(fmt::format("{}: {}", entry->name, entry->reference), text));
        report.add(Note::heading(std::string(entry->name), report::pages));
        report.add(
            Note(fmt::format("{}. Source: {}.", entry->summary, entry->reference), report::pages));
        report.add(Note(fmt::format("  for example: {}", entry->examples), text));
        report::Table params = parameter_table(entry->default_params(), "none");
        if (!params.rows.empty()) report.add(std::move(params));
        report.add(examples_note(entry->examples));
    }
    return report;
}

}  // namespace

namespace commands {
extern const CommandEntry list_objectives_entry{
    .group = "list",
    .name = "objectives",
    .summary = "the objectives: what a training can minimise, their traits and parameters",
    .add =
        [](CommandLine& line, Session& /*session*/) {
            const auto output = std::make_shared<OutputFlags>();
            output->add_to(line, {"objectives", "parameters"});
            line.action([output] {
                if (output->is(Format::markdown))
                    print(introduction);  // the page docs/reference/objectives.md
                output->print(objectives());
            });
        },
};
}  // namespace commands

}  // namespace gradus::cli
