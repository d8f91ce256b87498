#pragma once

#include <string>

#include "gradus/report/table.hpp"

namespace gradus::report {

/// What people see of a cell, without its marks: its own words, or the value as its column shows
/// values.
std::string cell_text(const Cell& cell, const Column& column);

/// The value as a number or text of CSV; rounded: with the digits of the column. A list is its
/// items with blanks between, an object is JSON.
std::string cell_field(const Cell& cell, const Column& column, bool rounded);

/// The columns that a format shows, by their place in the table.
std::vector<std::size_t> columns_for(const Table& table, Format format);

/// The cell of a row in a column; null where the row ends before.
const Cell* cell_at(const Row& row, std::size_t column);

/// The rows that a format shows.
std::vector<const Row*> rows_for(const Table& table, Format format);

}  // namespace gradus::report
