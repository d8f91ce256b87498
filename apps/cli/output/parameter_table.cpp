#include "apps/cli/output/parameter_table.hpp"

#include <string>

namespace gradus::cli {

using report::Cell;
using report::Format;
using report::Kind;

report::Table parameter_table(const std::vector<ParamInfo>& params, std::string_view unset) {
    report::Table table{
        .name = "parameters", .only = report::people, .indent = 2, .headings = false};
    table.columns = {{.name = "parameter", .kind = Kind::code},
                     {.name = "may_be", .heading = "may be"},
                     {.name = "default",
                      .kind = Kind::code,
                      .missing = std::string(unset),
                      .only = report::pages | report::programs},
                     {.name = "default", .only = {Format::text}},
                     {.name = "meaning"}};
    for (const ParamInfo& info : params) {
        const bool has_default = !info.value.empty();
        table.rows.push_back({info.name,
                              info.range,
                              has_default ? Cell(info.value) : Cell(),
                              has_default ? "default " + info.value : std::string(unset),
                              info.help});
    }
    return table;
}

AllParameters::AllParameters(std::string_view owner) : table_(parameter_table({}, "")) {
    table_.only = {Format::csv};
    table_.columns.insert(table_.columns.begin(), {.name = std::string(owner)});
}

void AllParameters::add(std::string_view owner, const report::Table& params) {
    for (const report::Row& row : params.rows) {
        std::vector<Cell> cells = {owner};
        cells.insert(cells.end(), row.cells.begin(), row.cells.end());
        table_.rows.emplace_back(std::move(cells));
    }
}

}  // namespace gradus::cli
