#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gradus/base/utf8.hpp"
#include "gradus/report/cell_text.hpp"
#include "gradus/report/renderers.hpp"

namespace gradus::report {
namespace {

bool is_letter_or_digit(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           byte >= 0x80;
}

/// A character that would be more than itself here. `_` within a word and `&` before a blank are
/// not: most names of features have the one, most references the other.
bool is_special(std::string_view text, std::size_t i) {
    const char before = i > 0 ? text[i - 1] : ' ';
    const char behind = i + 1 < text.size() ? text[i + 1] : ' ';
    switch (text[i]) {
        case '_':
            return !is_letter_or_digit(before) || !is_letter_or_digit(behind);
        case '*':
            return before != ' ' || behind != ' ';
        case '&':
            return behind == '#' || is_letter_or_digit(behind);
        case '[':
        case ']':
        case '<':
        case '`':
        case '\\':
        case '|':
        case '~':
        case '$':
            return true;
        default:
            return false;
    }
}

std::string escaped(std::string_view raw) {
    const std::string text = as_utf8(raw);
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (text[i] == '\n') {
            out += "<br>";
        } else if (byte < 0x20 || byte == 0x7F) {
            out += ' ';
        } else {
            if (is_special(text, i)) out += '\\';
            out += text[i];
        }
    }
    return out;
}

/// Between more backticks than the text has in a row. A bar would end the cell of a table even
/// there (GitHub Flavored Markdown, section 4.10), so that such a text is an element.
std::string code(std::string_view raw, bool in_table) {
    const std::string text = as_utf8(raw);
    if (text.empty()) return "";
    if (in_table && text.find('|') != std::string::npos)
        return "<code>" + escaped(text) + "</code>";
    std::size_t longest = 0;
    std::size_t current = 0;
    std::string body;
    for (const char c : text) {
        current = c == '`' ? current + 1 : 0;
        longest = std::max(longest, current);
        body += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    const std::string fence(longest + 1, '`');
    const bool needs_blanks = text.front() == '`' || text.back() == '`';
    const char* const blank = needs_blanks ? " " : "";
    return fence + blank + body + blank + fence;
}

std::string link_target(std::string_view link) {
    std::string out;
    for (const char c : link) {
        const auto byte = static_cast<unsigned char>(c);
        const bool is_plain =
            byte > 0x20 && std::string_view("()<>|\\").find(c) == std::string_view::npos;
        out += is_plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
    }
    return out;
}

std::string words(const Note& note) {
    std::string text;
    for (const Span& span : note.spans)
        text += span.code ? code(span.text, false) : escaped(span.text);
    return text;
}

std::string cell_markup(const Cell& cell, const Column& column) {
    const std::string shown = cell_text(cell, column);
    const bool is_code = column.kind == Kind::code && cell.has_value();
    std::string text = is_code ? code(shown, true) : escaped(shown);
    if (cell.best) text = "**" + text + "**";
    if (!cell.link.empty()) text = fmt::format("[{}]({})", text, link_target(cell.link));
    if (!cell.marks.empty()) text += "<sup>" + escaped(cell.marks) + "</sup>";
    return text;
}

std::string grid(const Table& table) {
    const std::vector<std::size_t> places = columns_for(table, Format::markdown);
    std::string head = "|";
    std::string rule = "|";
    for (const std::size_t place : places) {
        head += fmt::format(" {} |", escaped(table.columns[place].title()));
        rule += table.columns[place].is_right() ? "---:|" : "---|";
    }
    std::string text = head + '\n' + rule + '\n';
    for (const Row* const row : rows_for(table, Format::markdown)) {
        text += '|';
        for (const std::size_t place : places) {
            const Cell* const cell = cell_at(*row, place);
            text += fmt::format(" {} |",
                                cell == nullptr ? "" : cell_markup(*cell, table.columns[place]));
        }
        text += '\n';
    }
    return text;
}

/// Paragraphs, lists and tables, an empty line between two of them.
class Blocks {
  public:
    void add(std::string block) { blocks_.push_back(std::move(block)); }
    /// A comment is an item of a list.
    void add(const Note& note) {
        if (!note.only.has(Format::markdown)) return;
        if (note.style == Note::Style::comment) return add_item(words(note));
        add((note.style == Note::Style::heading ? "## " : "") + words(note) + '\n');
    }
    void add_item(const std::string& words) {
        const bool goes_on = !blocks_.empty() && blocks_.back().starts_with("- ");
        if (!goes_on) blocks_.emplace_back();
        blocks_.back() += "- " + words + '\n';
    }
    std::string text() const { return fmt::format("{}", fmt::join(blocks_, "\n")); }

  private:
    std::vector<std::string> blocks_;
};

}  // namespace

std::string render_markdown(const Report& report) {
    Blocks blocks;
    for (const Fact& fact : report.facts)
        if (!fact.line.empty()) blocks.add_item(escaped(fact.line));
    for (const auto& part : report.parts) {
        if (const auto* const note = std::get_if<Note>(&part)) {
            blocks.add(*note);
            continue;
        }
        const auto& table = std::get<Table>(part);
        if (!table.only.has(Format::markdown)) continue;
        if (!table.title.empty()) blocks.add("## " + escaped(table.title) + '\n');
        for (const Note& note : table.above) blocks.add(note);
        blocks.add(grid(table));
        for (const Note& note : table.below) blocks.add(note);
    }
    return blocks.text();
}

}  // namespace gradus::report
