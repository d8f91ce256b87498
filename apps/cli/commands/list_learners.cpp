#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/parameter_text.hpp"
#include "apps/cli/table.hpp"
#include "gradus/learners/learner.hpp"

namespace gradus::cli {
namespace {

std::string as_text() {
    std::vector<std::vector<std::string>> rows = {{"learner", "trains for", "summary"}};
    for (const LearnerEntry* entry : all_learners()) {
        rows.push_back({std::string(entry->name),
                        std::string(entry->default_measure),
                        std::string(entry->summary)});
    }
    std::string text = aligned(rows);
    for (const LearnerEntry* entry : all_learners()) {
        text += fmt::format("\n{}: {}\n", entry->name, entry->reference);
        text += parameters_as_text(entry->params(), "none");
    }
    return text;
}

constexpr std::string_view introduction =
    "# Learners\n\n"
    "Written by `gradus list learners --markdown`; a test fails when this page is stale.\n\n"
    "`gradus train LEARNER --train FILE --for MEASURE --set parameter=value -o MODEL` trains a "
    "ranker ([guide](guide/train.md)). *Trains for* is the measure that is taken without `--for`; "
    "[measures.md](measures.md) lists the others. Where a parameter may be several values by "
    "`:`, each is tried, and the best on the data of `--valid` is kept.\n\n";

std::string as_markdown() {
    std::string text(introduction);
    text += "| learner | trains for | summary |\n|---|---|---|\n";
    for (const LearnerEntry* entry : all_learners()) {
        text += markdown_row({fmt::format("[`{0}`](#{0})", entry->name),
                              markdown_code({std::string(entry->default_measure)}),
                              std::string(entry->summary)});
    }
    for (const LearnerEntry* entry : all_learners()) {
        text += fmt::format(
            "\n## {}\n\n{}. Source: {}.\n\n", entry->name, entry->summary, entry->reference);
        text += parameters_as_markdown(entry->params(), "none");
    }
    text.pop_back();  // the empty line behind the last table
    return text;
}

}  // namespace

extern const CommandEntry list_learners_entry{
    .group = "list",
    .name = "learners",
    .summary = "the learners: what each trains for, its parameters and source",
    .add =
        [](CommandLine& line, Session& /*session*/) {
            const auto markdown = std::make_shared<bool>(false);
            line.flag("--markdown", *markdown, "print the page docs/learners.md");
            line.action([markdown] { print(*markdown ? as_markdown() : as_text()); });
        },
};

}  // namespace gradus::cli
