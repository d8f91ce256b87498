#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "gradus/data/format.hpp"

namespace gradus::cli {
namespace {

std::string_view use_of(const FormatEntry& format) {
    if (format.read == nullptr) return "written";
    return format.write == nullptr ? "read" : "read, written";
}

void list_formats() {
    struct Row {
        std::string_view name, kind, endings, use, summary;
    };
    std::vector<Row> rows = {{"name", "kind", "endings", "use", "summary"}};
    for (const FormatEntry* format : all_formats()) {
        rows.push_back({format->name,
                        format->kind,
                        format->suffixes.empty() ? "-" : format->suffixes,
                        use_of(*format),
                        format->summary});
    }
    const auto width = [&](std::string_view Row::*column) {
        std::size_t most = 0;
        for (const Row& row : rows) most = std::max(most, (row.*column).size());
        return most;
    };
    std::string table;
    for (const Row& row : rows) {
        table += fmt::format("{:{}}  {:{}}  {:{}}  {:{}}  {}\n",
                             row.name,
                             width(&Row::name),
                             row.kind,
                             width(&Row::kind),
                             row.endings,
                             width(&Row::endings),
                             row.use,
                             width(&Row::use),
                             row.summary);
    }
    print(table);
}

}  // namespace

extern const CommandEntry list_formats_entry{
    .group = "list",
    .name = "formats",
    .summary = "the file formats: their names, endings and uses",
    .add = [](CommandLine& line, Session& /*session*/) { line.action([] { list_formats(); }); },
};

}  // namespace gradus::cli
