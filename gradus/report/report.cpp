#include "gradus/report/report.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/names.hpp"
#include "gradus/report/renderers.hpp"

namespace gradus::report {
namespace {

const Table& chosen_table(const Report& report, std::string_view name) {
    const std::vector<const Table*> tables = report.tables(Format::csv);
    if (tables.empty()) throw Error({}, "there is no table to print as CSV", "print JSON");
    if (name.empty()) return *tables.front();
    const auto found =
        std::ranges::find_if(tables, [&](const Table* table) { return table->name == name; });
    if (found != tables.end()) return **found;
    std::vector<std::string> names;
    names.reserve(tables.size());
    for (const Table* const table : tables) names.push_back(table->name);
    throw Error(Where::typed(fmt::format("table '{}'", excerpt(name))),
                "the report has no table of this name",
                name_remedy(name, names));
}

}  // namespace

std::vector<const Table*> Report::tables(Format format) const {
    std::vector<const Table*> found;
    for (const auto& part : parts) {
        const auto* const table = std::get_if<Table>(&part);
        if (table != nullptr && table->only.has(format)) found.push_back(table);
    }
    return found;
}

std::string render(const Report& report, Format format, const RenderOptions& options) {
    switch (format) {
        case Format::text:
            return render_text(report);
        case Format::csv:
            return render_csv(chosen_table(report, options.table), options.rounded);
        case Format::json:
            return render_json(report);
        case Format::markdown:
            return render_markdown(report);
        case Format::latex:
            return render_latex(report);
        case Format::html:
            return render_html(report);
    }
    return "";
}

}  // namespace gradus::report
