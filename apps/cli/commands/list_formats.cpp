#include <memory>

#include "apps/cli/command.hpp"
#include "apps/cli/options/output_flags.hpp"
#include "apps/cli/output/word_list.hpp"
#include "gradus/data/format.hpp"
#include "gradus/models/model_format.hpp"

namespace gradus::cli {
namespace {

template <class Entry>
std::string_view use_of(const Entry& format) {
    if (format.read == nullptr) return "written";
    return format.write == nullptr ? "read" : "read, written";
}

template <class Entry>
report::Row row_of(const Entry& format, std::string_view kind) {
    return {format.name,
            kind,
            {Json(words(format.suffixes)), format.suffixes.empty() ? "-" : ""},
            format.read != nullptr,
            format.write != nullptr,
            use_of(format),
            format.summary};
}

report::Report formats() {
    report::Table table{.name = "formats"};
    table.columns = {{.name = "format", .kind = report::Kind::code, .heading = "name"},
                     {.name = "kind"},
                     {.name = "endings"},
                     {.name = "is_read", .only = report::programs},
                     {.name = "is_written", .only = report::programs},
                     {.name = "use", .only = report::people},
                     {.name = "summary"}};
    for (const FormatEntry* format : all_formats())
        table.rows.push_back(row_of(*format, format->kind));
    for (const ModelFormatEntry* format : all_model_formats())
        table.rows.push_back(row_of(*format, "model"));
    report::Report report{.is_list = true};
    report.add(std::move(table));
    return report;
}

}  // namespace

namespace commands {
extern const CommandEntry list_formats_entry{
    .group = "list",
    .name = "formats",
    .summary = "list the file formats: names, endings, uses",
    .add =
        [](CommandLine& line, Session& /*session*/) {
            const auto output = std::make_shared<OutputFlags>();
            output->add_to(line);
            line.action([output] { output->print(formats()); });
        },
};
}  // namespace commands

}  // namespace gradus::cli
