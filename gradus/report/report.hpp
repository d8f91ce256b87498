#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "gradus/report/table.hpp"

namespace gradus::report {

/// One thing that is known: a field of JSON and a line for people.
struct Fact {
    std::string name;
    Json value;
    std::string line{};  ///< for people, a comment in text; "" = they don't see it
};

/// What a command found out, as data.
///
/// Text, Markdown, LaTeX and HTML show the facts, then the parts in their order. JSON is an object
/// of the facts, then the tables as arrays of objects; or the rows of the only table. CSV is one
/// table without anything else, so that every reader of CSV takes it: the first, or the one that
/// is asked for by its name. What a row needs in order to be understood is a column of its own.
struct Report {
    std::vector<Fact> facts{};
    std::vector<std::variant<Note, Table>> parts{};
    bool is_list = false;  ///< JSON is the rows of its only table

    void add(Note note) { parts.emplace_back(std::move(note)); }
    void add(Table table) { parts.emplace_back(std::move(table)); }
    /// The tables that a format can have, in their order.
    std::vector<const Table*> tables(Format format) const;
};

/// The rows of a table as JSON has them: an array of objects. For a cell or a fact that is a table.
Json json_rows(const Table& table);

struct RenderOptions {
    std::string_view table{};  ///< of CSV; "" = the first
    bool rounded = false;      ///< CSV has the digits that people see
};

/// The report in one of the formats, with a line end behind its last line. Error where CSV has no
/// table of that name.
std::string render(const Report& report, Format format, const RenderOptions& options = {});

}  // namespace gradus::report
