#include "gradus/base/csv_field.hpp"
#include "gradus/report/cell_text.hpp"
#include "gradus/report/renderers.hpp"

namespace gradus::report {

std::string render_csv(const Table& table, bool rounded) {
    const std::vector<std::size_t> places = columns_for(table, Format::csv);
    std::string text;
    const auto add_line = [&](const auto& field_of) {
        const std::size_t begin = text.size();
        for (const std::size_t place : places) {
            if (place != places.front()) text += ',';
            append_csv_field(text, field_of(place));
        }
        if (text.size() == begin) text += "\"\"";  // an empty line would be no record
        text += '\n';
    };
    add_line([&](std::size_t place) { return table.columns[place].name; });
    for (const Row* const row : rows_for(table, Format::csv)) {
        add_line([&](std::size_t place) {
            const Cell* const cell = cell_at(*row, place);
            return cell == nullptr ? std::string()
                                   : cell_field(*cell, table.columns[place], rounded);
        });
    }
    return text;
}

}  // namespace gradus::report
