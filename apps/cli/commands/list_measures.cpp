#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/parameter_text.hpp"
#include "apps/cli/table.hpp"
#include "gradus/measures/measure.hpp"

namespace gradus::cli {
namespace {

std::vector<std::string> words(std::string_view text) {
    std::istringstream stream{std::string(text)};
    std::vector<std::string> all;
    for (std::string word; stream >> word;) all.push_back(word);
    return all;
}

const char* yes(bool has) {
    return has ? "yes" : "-";
}

/// What can be asked of each measure, below a heading.
std::vector<std::vector<std::string>> ability_matrix() {
    std::vector<std::vector<std::string>> matrix = {
        {"measure", "score", "swap", "soft", "violate", "expect", "summary"}};
    for (const MeasureEntry* entry : all_measures()) {
        const auto measure = make_measure(words(entry->examples).front());
        matrix.push_back({std::string(entry->name),
                          "yes",
                          measure->has_fast_swap() ? "fast" : "yes",
                          yes(measure->soft() != nullptr),
                          yes(measure->violate() != nullptr),
                          yes(measure->expect() != nullptr),
                          std::string(entry->summary)});
    }
    return matrix;
}

std::string as_text() {
    std::string text = aligned(ability_matrix());
    for (const MeasureEntry* entry : all_measures()) {
        text += fmt::format("\n{}: {}\n", entry->name, entry->reference);
        if (!entry->aliases.empty()) text += fmt::format("  also called: {}\n", entry->aliases);
        text += fmt::format("  for example: {}\n", entry->examples);
        text += parameters_as_text(entry->params(), "by the data");
    }
    return text;
}

std::string_view cutoff_in_words(Cutoff cutoff) {
    switch (cutoff) {
        case Cutoff::optional:
            return "Cutoff `@k`: may be given.";
        case Cutoff::required:
            return "Cutoff `@k`: must be given.";
        default:
            return "Cutoff `@k`: none.";
    }
}

constexpr std::string_view introduction =
    "# Measures\n\n"
    "Written by `gradus list measures --markdown`; a test fails when this page is stale.\n\n"
    "A measure is typed `name(parameter=value, ...)@k`, in upper or lower case; `@k` stops at rank "
    "k. Every measure takes `labels=NAME`, the label column that it looks at (`grade` unless "
    "said). Spellings of other tools are understood: `P_10`, `ndcg_cut.10`, "
    "`nDCG(dcg='exp-log2')@10`, `mrr@10`. A spelling never changes a convention; a profile does "
    "([guide](guide/evaluate.md)).\n\n"
    "What can be asked of a measure: its value (*score*), its change when two documents swap "
    "(*swap*; fast = without scoring the list again), a smooth form with its slopes (*soft*), the "
    "ranking that violates most in structural learning (*violate*), its expectation under "
    "probabilities of grades (*expect*).\n\n";

std::string as_markdown() {
    std::string text(introduction);
    std::vector<std::vector<std::string>> matrix = ability_matrix();
    for (std::size_t i = 0; i < matrix.size(); ++i) {
        if (i > 0) matrix[i][0] = fmt::format("[`{0}`](#{0})", matrix[i][0]);
        text += markdown_row(matrix[i]);
        if (i == 0) text += "|---|---|---|---|---|---|---|\n";
    }
    for (const MeasureEntry* entry : all_measures()) {
        text += fmt::format(
            "\n## {}\n\n{}. Source: {}.", entry->name, entry->summary, entry->reference);
        if (!entry->aliases.empty())
            text += fmt::format(" Also called {}.", markdown_code(words(entry->aliases)));
        text += fmt::format(" {}\n\n", cutoff_in_words(entry->cutoff));
        text += parameters_as_markdown(entry->params(), "by the data");
        text += fmt::format("For example {}.\n", markdown_code(words(entry->examples)));
    }
    return text;
}

}  // namespace

extern const CommandEntry list_measures_entry{
    .group = "list",
    .name = "measures",
    .summary = "the measures: what can be asked of them, their parameters and sources",
    .add =
        [](CommandLine& line, Session& /*session*/) {
            const auto markdown = std::make_shared<bool>(false);
            line.flag("--markdown", *markdown, "print the page docs/measures.md");
            line.action([markdown] { print(*markdown ? as_markdown() : as_text()); });
        },
};

}  // namespace gradus::cli
