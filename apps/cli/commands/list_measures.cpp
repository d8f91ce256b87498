#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/options/output_flags.hpp"
#include "apps/cli/output/parameter_table.hpp"
#include "apps/cli/output/word_list.hpp"
#include "gradus/measures/measure.hpp"

namespace gradus::cli {
namespace {

using report::Cell;
using report::Format;
using report::Kind;
using report::Note;

constexpr std::string_view introduction =
    "# Measures\n\n"
    "Look up every measure and its parameters. Written by `gradus list measures --markdown`.\n\n"
    "A measure is typed `name(parameter=value, ...)@k`, in upper or lower case; `@k` stops at "
    "rank\n"
    "k. Every measure takes `labels=NAME`, the label column that it looks at (default `grade`).\n"
    "Spellings of other tools are understood: `P_10`, `ndcg_cut.10`, `nDCG(dcg='exp-log2')@10`,\n"
    "`mrr@10`. A spelling never changes a convention; a profile does\n"
    "([how to agree with other tools](../how-to/agree-with-other-tools.md)).\n\n"
    "What can be asked of a measure: its value (*score*), its change when two documents swap\n"
    "(*swap*; fast = without scoring the list again), a smooth form with its gradients (*soft*),\n"
    "the most violated ranking in structural learning (*violate*), its expectation under\n"
    "probabilities of grades (*expect*).\n\n";

std::string_view cutoff_name(Cutoff cutoff) {
    switch (cutoff) {
        case Cutoff::optional:
            return "optional";
        case Cutoff::required:
            return "required";
        default:
            return "none";
    }
}

/// What is said of the cutoff behind its name, `@k`.
std::string_view cutoff_in_words(Cutoff cutoff) {
    switch (cutoff) {
        case Cutoff::optional:
            return ": may be given.";
        case Cutoff::required:
            return ": must be given.";
        default:
            return ": none.";
    }
}

/// What can be asked of each measure.
report::Table ability_table() {
    report::Table table{.name = "measures"};
    table.columns = {{.name = "measure", .kind = Kind::code},
                     {.name = "score", .only = report::people},
                     {.name = "swap", .only = report::people},
                     {.name = "fast_swap", .only = report::programs},
                     {.name = "soft"},
                     {.name = "violate"},
                     {.name = "expect"},
                     {.name = "summary"},
                     {.name = "source", .only = report::programs},
                     {.name = "also_called", .only = report::programs},
                     {.name = "cutoff", .only = report::programs},
                     {.name = "parameters", .only = {Format::json}},
                     {.name = "examples", .only = report::programs}};
    for (const MeasureEntry* entry : all_measures()) {
        const auto measure = make_measure(words(entry->examples).front());
        Cell name(entry->name);
        name.link = fmt::format("#{}", entry->name);
        table.rows.push_back({name,
                              "yes",
                              measure->has_fast_swap() ? "fast" : "yes",
                              measure->has_fast_swap(),
                              yes_cell(measure->soft() != nullptr),
                              yes_cell(measure->violate() != nullptr),
                              yes_cell(measure->expect() != nullptr),
                              entry->summary,
                              entry->reference,
                              Json(words(entry->aliases)),
                              cutoff_name(entry->cutoff),
                              report::json_rows(parameter_table(entry->params(), "")),
                              Json(words(entry->examples))});
    }
    return table;
}

Note introduced(const MeasureEntry& entry) {
    std::vector<report::Span> line = {
        {fmt::format("{}. Source: {}.", entry.summary, entry.reference)}};
    if (!entry.aliases.empty()) {
        line.push_back({" Also called "});
        append_codes(line, words(entry.aliases));
        line.push_back({"."});
    }
    line.insert(line.end(),
                {{" Cutoff "}, {"@k", true}, {std::string(cutoff_in_words(entry.cutoff))}});
    return {std::move(line), report::pages};
}

report::Report measures() {
    report::Report report{.is_list = true};
    report.add(ability_table());
    AllParameters all("measure");
    for (const MeasureEntry* entry : all_measures())
        all.add(entry->name, parameter_table(entry->params(), ""));
    report.add(all.table());
    for (const MeasureEntry* entry : all_measures()) {
        const report::Formats text{Format::text};
        report.add(Note::heading(fmt::format("{}: {}", entry->name, entry->reference), text));
        report.add(Note::heading(std::string(entry->name), report::pages));
        report.add(introduced(*entry));
        if (!entry->aliases.empty())
            report.add(Note(fmt::format("  also called: {}", entry->aliases), text));
        report.add(Note(fmt::format("  for example: {}", entry->examples), text));
        report::Table params = parameter_table(entry->params(), "by the data");
        if (!params.rows.empty()) report.add(std::move(params));
        report.add(examples_note(entry->examples));
    }
    return report;
}

}  // namespace

namespace commands {
extern const CommandEntry list_measures_entry{
    .group = "list",
    .name = "measures",
    .summary = "list the measures: abilities, parameters, sources",
    .add =
        [](CommandLine& line, Session& /*session*/) {
            const auto output = std::make_shared<OutputFlags>();
            output->add_to(line, {"measures", "parameters"});
            line.action([output] {
                if (output->is(Format::markdown))
                    print(introduction);  // the page docs/reference/measures.md
                output->print(measures());
            });
        },
};
}  // namespace commands

}  // namespace gradus::cli
