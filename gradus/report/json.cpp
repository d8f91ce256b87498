#include "gradus/base/json.hpp"

#include "gradus/report/cell_text.hpp"
#include "gradus/report/renderers.hpp"

namespace gradus::report {

Json json_rows(const Table& table) {
    const std::vector<std::size_t> places = columns_for(table, Format::json);
    Json::Array rows;
    for (const Row* const row : rows_for(table, Format::json)) {
        Json::Object members;
        for (const std::size_t place : places) {
            const Cell* const cell = cell_at(*row, place);
            members.emplace_back(table.columns[place].name, cell == nullptr ? Json() : cell->value);
        }
        rows.emplace_back(std::move(members));
    }
    return rows;
}

std::string render_json(const Report& report) {
    const std::vector<const Table*> tables = report.tables(Format::json);
    if (report.is_list)
        return (tables.empty() ? Json::array() : json_rows(*tables[0])).dump(2) + '\n';
    Json::Object members;
    for (const Fact& fact : report.facts) members.emplace_back(fact.name, fact.value);
    for (const Table* const table : tables) members.emplace_back(table->name, json_rows(*table));
    return Json(std::move(members)).dump(2) + '\n';
}

}  // namespace gradus::report
