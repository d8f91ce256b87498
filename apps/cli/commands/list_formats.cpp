#include <string>
#include <vector>

#include "apps/cli/command.hpp"
#include "apps/cli/table.hpp"
#include "gradus/data/format.hpp"

namespace gradus::cli {
namespace {

std::string_view use_of(const FormatEntry& format) {
    if (format.read == nullptr) return "written";
    return format.write == nullptr ? "read" : "read, written";
}

void list_formats() {
    std::vector<std::vector<std::string>> rows = {{"name", "kind", "endings", "use", "summary"}};
    for (const FormatEntry* format : all_formats()) {
        rows.push_back({std::string(format->name),
                        std::string(format->kind),
                        format->suffixes.empty() ? "-" : std::string(format->suffixes),
                        std::string(use_of(*format)),
                        std::string(format->summary)});
    }
    print(aligned(rows));
}

}  // namespace

extern const CommandEntry list_formats_entry{
    .group = "list",
    .name = "formats",
    .summary = "the file formats: their names, endings and uses",
    .add = [](CommandLine& line, Session& /*session*/) { line.action([] { list_formats(); }); },
};

}  // namespace gradus::cli
