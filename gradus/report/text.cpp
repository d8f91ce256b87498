#include <algorithm>

#include <fmt/format.h>

#include "gradus/report/cell_text.hpp"
#include "gradus/report/display_width.hpp"
#include "gradus/report/renderers.hpp"

namespace gradus::report {
namespace {

/// A line stays a line, and a terminal is told nothing: control characters are shown as \n, \x1b.
std::string visible(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte != 0x7F) {
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\t') {
            out += "\\t";
        } else if (c == '\r') {
            out += "\\r";
        } else {
            out += fmt::format("\\x{:02x}", byte);
        }
    }
    return out;
}

std::string words(const Note& note) {
    std::string text = note.style == Note::Style::comment ? "# " : "";
    for (const Span& span : note.spans) text += visible(span.text);
    return text + '\n';
}

void add_notes(std::string& out, const std::vector<Note>& notes) {
    for (const Note& note : notes)
        if (note.only.has(Format::text)) out += words(note);
}

/// " *" for the best, then the marks; they stand in line behind the values of a column.
std::string mark_text(const Cell& cell) {
    if (!cell.best && cell.marks.empty()) return "";
    return std::string(cell.best ? " *" : " ") + visible(cell.marks);
}

/// A column laid out: the heading, then a piece a row.
struct Lane {
    std::vector<std::string> values{};
    std::vector<std::string> marks{};
    bool is_right = false;
    std::size_t least_width = 0;

    std::vector<std::string> padded() const {
        std::size_t mark_width = 0;
        for (const std::string& mark : marks)
            mark_width = std::max(mark_width, display_width(mark));
        std::size_t width = least_width;
        for (const std::string& value : values) width = std::max(width, display_width(value));
        std::vector<std::string> all;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::string gap(width - display_width(values[i]), ' ');
            std::string piece = is_right ? gap + values[i] : values[i];
            piece += marks[i];
            if (!is_right) piece += gap;
            piece.append(mark_width - display_width(marks[i]), ' ');
            all.push_back(std::move(piece));
        }
        return all;
    }
};

Lane lane_of(const Table& table, const std::vector<const Row*>& rows, std::size_t place) {
    const Column& column = table.columns[place];
    Lane lane{.is_right = column.is_right(), .least_width = static_cast<std::size_t>(column.width)};
    const auto add = [&](std::string value, std::string mark) {
        lane.values.push_back(std::move(value));
        lane.marks.push_back(std::move(mark));
    };
    if (table.headings) add(visible(column.title()), "");
    for (const Row* const row : rows) {
        const Cell* const cell = cell_at(*row, place);
        if (cell == nullptr) {
            add("", "");
        } else {
            add(visible(cell_text(*cell, column)), mark_text(*cell));
        }
    }
    return lane;
}

std::string aligned(const Table& table) {
    const std::vector<const Row*> rows = rows_for(table, Format::text);
    std::vector<std::string> lines(rows.size() + (table.headings ? 1 : 0),
                                   std::string(static_cast<std::size_t>(table.indent), ' '));
    bool is_first = true;
    for (const std::size_t place : columns_for(table, Format::text)) {
        const std::vector<std::string> pieces = lane_of(table, rows, place).padded();
        for (std::size_t i = 0; i < lines.size(); ++i)
            lines[i] += (is_first ? "" : "  ") + pieces[i];
        is_first = false;
    }
    std::string text;
    for (std::string& line : lines) {
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

}  // namespace

std::string render_text(const Report& report) {
    std::string text;
    for (const Fact& fact : report.facts)
        if (!fact.line.empty()) text += "# " + visible(fact.line) + '\n';
    bool after_table = false;
    for (const auto& part : report.parts) {
        if (const auto* const note = std::get_if<Note>(&part)) {
            if (!note->only.has(Format::text)) continue;
            const bool is_apart = after_table || note->style == Note::Style::heading;
            if (is_apart && !text.empty()) text += '\n';
            after_table = false;
            text += words(*note);
            continue;
        }
        const auto& table = std::get<Table>(part);
        if (!table.only.has(Format::text)) continue;
        const bool is_apart = after_table || !table.title.empty();
        if (is_apart && !text.empty()) text += '\n';
        if (!table.title.empty()) text += visible(table.title) + '\n';
        add_notes(text, table.above);
        text += aligned(table);
        add_notes(text, table.below);
        after_table = true;
    }
    return text;
}

}  // namespace gradus::report
