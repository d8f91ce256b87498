#include "gradus/report/cell_text.hpp"

#include <cmath>

#include <fmt/format.h>

#include "gradus/base/progress.hpp"
#include "gradus/base/text_number.hpp"

namespace gradus::report {
namespace {

/// A value as it stands, with all its digits.
std::string plain_text(const Json& value) {
    if (value.is_string()) return value.as<std::string>();
    if (value.is_number() && !value.is_integer()) return shortest(value.as<double>());
    if (!value.is_array()) return value.dump();
    std::string joined;
    for (const Json& item : value.items()) {
        if (!joined.empty()) joined += ' ';
        joined += plain_text(item);
    }
    return joined;
}

std::string grouped(const Json& count) {
    const auto number = count.as<std::int64_t>();
    const auto size = static_cast<std::uint64_t>(number);
    return number < 0 ? "-" + human_count(~size + 1) : human_count(size);
}

/// Infinity has no digits.
std::string number_text(const Json& value, const Column& column) {
    const auto number = value.as<double>();
    if (!std::isfinite(number)) return shortest(number);
    switch (column.kind) {
        case Kind::number:
            return fmt::format("{:.{}f}", number, column.digits);
        case Kind::significant:
            return fmt::format("{:.{}g}", number, column.digits);
        case Kind::change:
            return fmt::format("{:+.{}f}", number, column.digits);
        case Kind::share:
            return fmt::format("{:.{}f} %", 100.0 * number, column.digits);
        case Kind::count:
            return value.is_integer() ? grouped(value) : shortest(number);
        default:
            return plain_text(value);
    }
}

}  // namespace

bool Cell::has_value() const {
    if (value.is_null()) return false;
    return !value.is_number() || value.is_integer() || !std::isnan(value.as<double>());
}

std::string cell_text(const Cell& cell, const Column& column) {
    if (!cell.shown.empty()) return cell.shown;
    if (!cell.has_value()) return column.missing;
    if (cell.value.is_bool()) return cell.value.as<bool>() ? "yes" : "no";
    return cell.value.is_number() ? number_text(cell.value, column) : plain_text(cell.value);
}

std::string cell_field(const Cell& cell, const Column& column, bool rounded) {
    if (!cell.has_value()) return "";
    const bool has_digits = column.kind == Kind::number || column.kind == Kind::change ||
                            column.kind == Kind::significant;
    if (rounded && has_digits && cell.value.is_number()) {
        std::string text = number_text(cell.value, column);
        if (text.front() == '+') text.erase(0, 1);
        return text;
    }
    return plain_text(cell.value);
}

std::vector<std::size_t> columns_for(const Table& table, Format format) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (table.columns[i].only.has(format)) places.push_back(i);
    return places;
}

const Cell* cell_at(const Row& row, std::size_t column) {
    return column < row.cells.size() ? &row.cells[column] : nullptr;
}

std::vector<const Row*> rows_for(const Table& table, Format format) {
    std::vector<const Row*> rows;
    for (const Row& row : table.rows)
        if (row.only.has(format)) rows.push_back(&row);
    return rows;
}

}  // namespace gradus::report
