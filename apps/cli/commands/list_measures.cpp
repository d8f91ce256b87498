#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/table.hpp"
#include "gradus/measures/measure.hpp"

namespace gradus::cli {
namespace {

/// The first of the texts between blanks.
std::string_view first_word(std::string_view words) {
    return words.substr(0, words.find(' '));
}

std::string yes(bool has) {
    return has ? "yes" : "-";
}

void list_measures() {
    std::vector<std::vector<std::string>> matrix = {
        {"measure", "score", "swap", "soft", "violate", "expect", "summary"}};
    std::string details;
    for (const MeasureEntry* entry : all_measures()) {
        const auto measure = make_measure(first_word(entry->examples));
        matrix.push_back({std::string(entry->name),
                          "yes",
                          measure->has_fast_swap() ? "fast" : "yes",
                          yes(measure->soft() != nullptr),
                          yes(measure->violate() != nullptr),
                          yes(measure->expect() != nullptr),
                          std::string(entry->summary)});
        details += fmt::format("\n{}: {}\n", entry->name, entry->reference);
        if (!entry->aliases.empty()) details += fmt::format("  also called: {}\n", entry->aliases);
        details += fmt::format("  for example: {}\n", entry->examples);
        std::vector<std::vector<std::string>> rows;
        for (const ParamInfo& info : entry->params()) {
            rows.push_back({"  " + info.name,
                            info.range,
                            info.value.empty() ? "by the data" : "default " + info.value,
                            info.help});
        }
        details += aligned(rows);
    }
    print(aligned(matrix) + details);
}

}  // namespace

extern const CommandEntry list_measures_entry{
    .group = "list",
    .name = "measures",
    .summary = "the measures: what can be asked of them, their parameters and sources",
    .add = [](CommandLine& line, Session& /*session*/) { line.action([] { list_measures(); }); },
};

}  // namespace gradus::cli
