#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gradus/base/decimal.hpp"
#include "gradus/base/json.hpp"
#include "gradus/report/format.hpp"

namespace gradus::report {

/// A piece of a line: words, or what is typed or called so in a program.
struct Span {
    std::string text{};
    bool code = false;
};

/// A line for people, above, below or between tables.
struct Note {
    enum class Style : std::uint8_t {
        line,
        comment,  ///< on how the numbers came to be; in text it begins with "# "
        heading
    };

    // NOLINTBEGIN(misc-explicit-constructor): a line is mostly words
    Note(std::string words, Formats formats = people) : spans{{std::move(words)}}, only(formats) {}
    Note(const char* words) : Note(std::string(words)) {}
    Note(std::vector<Span> pieces, Formats formats = people)
        : spans(std::move(pieces)), only(formats) {}
    // NOLINTEND(misc-explicit-constructor)

    static Note comment(std::string words) {
        Note note(std::move(words));
        note.style = Style::comment;
        return note;
    }
    static Note heading(std::string words, Formats formats = people) {
        Note note(std::move(words), formats);
        note.style = Style::heading;
        return note;
    }

    std::vector<Span> spans;
    Formats only;
    Style style = Style::line;
};

/// How people see the values of a column. Programs get the values themselves, with all digits.
enum class Kind : std::uint8_t {
    text,
    code,         ///< a name in a program: `lambdamart`
    integer,      ///< 12345
    count,        ///< 12,345
    number,       ///< so many digits behind the point: 0.5504
    significant,  ///< so many digits in all: 1.23e+04
    change,       ///< a number with its sign: +0.0012
    share,        ///< a part of 1, in percent: 12.3 %
    exact,        ///< all digits that the number has: 0.1
};

enum class Align : std::uint8_t { by_kind, left, right };

struct Column {
    std::string name;  ///< in CSV and JSON
    Kind kind = Kind::text;
    int digits = 4;
    std::optional<std::string> heading = std::nullopt;  ///< for people; the name unless given
    std::string missing = "-";                          ///< what people see where there is no value
    Align align = Align::by_kind;  ///< to the right where digits then stand in line
    int width = 0;                 ///< in text at least
    Formats only = everyone;

    const std::string& title() const { return heading ? *heading : name; }
    bool is_right() const {
        if (align != Align::by_kind) return align == Align::right;
        return kind != Kind::text && kind != Kind::code && kind != Kind::exact;
    }
};

/// A value as programs get it, and what people see of it besides. Null or NaN stands for none: an
/// empty field of CSV, null in JSON, the column's word for people.
struct Cell {
    Cell() = default;
    // NOLINTBEGIN(misc-explicit-constructor): made of values
    template <class Value>
    requires(std::constructible_from<Json, Value> &&
             !std::same_as<std::remove_cvref_t<Value>, Cell>) Cell(Value&& data)
        : value(std::forward<Value>(data)) {}
    Cell(float data) : value(decimal(data)) {}
    // NOLINTEND(misc-explicit-constructor)
    Cell(Json data, std::string words) : value(std::move(data)), shown(std::move(words)) {}
    /// No value, called so instead of by the column's word.
    static Cell missing(std::string word) { return {Json(), std::move(word)}; }

    bool has_value() const;

    Json value{};
    std::string shown{};  ///< what people see instead of the value, where it is not empty
    std::string link{};   ///< where it leads, in Markdown and HTML
    // For people; programs get what the marks stand for in columns of its own.
    bool best = false;    ///< bold; in text *
    std::string marks{};  ///< behind the value, raised: "†", "ab"
};

struct Row {
    Row(std::initializer_list<Cell> some) : cells(some) {}
    explicit Row(std::vector<Cell> some, Formats formats = everyone)
        : cells(std::move(some)), only(formats) {}

    std::vector<Cell> cells;  ///< where they are fewer than the columns, the others stay blank
    Formats only = everyone;
};

/// A result that has rows.
struct Table {
    std::string name;  ///< the field of JSON; what chooses the table for CSV
    std::string title{};
    std::vector<Column> columns{};
    std::vector<Row> rows{};
    std::vector<Note> above{};
    std::vector<Note> below{};
    Formats only = everyone;
    // in text:
    int indent = 0;
    bool headings = true;
};

}  // namespace gradus::report
