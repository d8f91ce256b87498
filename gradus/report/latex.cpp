#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/utf8.hpp"
#include "gradus/report/cell_text.hpp"
#include "gradus/report/renderers.hpp"

namespace gradus::report {
namespace {

/// What LaTeX would take for a command, and what its usual fonts lack. Brackets and stars stand in
/// braces: behind the end of a row they would be an argument of it.
constexpr std::pair<std::string_view, std::string_view> replacements[] = {
    {"\\", "\\textbackslash{}"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"$", "\\$"},
    {"&", "\\&"},
    {"#", "\\#"},
    {"%", "\\%"},
    {"_", "\\_"},
    {"^", "\\textasciicircum{}"},
    {"~", "\\textasciitilde{}"},
    {"<", "\\textless{}"},
    {">", "\\textgreater{}"},
    {"|", "\\textbar{}"},
    {"`", "\\textasciigrave{}"},
    {"[", "{[}"},
    {"]", "{]}"},
    {"*", "{*}"},
    {"--", "-{}-"},  // no dash
    {"†", "\\textdagger{}"},
    {"‡", "\\textdaggerdbl{}"},
    {"−", "$-$"},
    {"×", "$\\times$"},
    {"≤", "$\\leq$"},
    {"≥", "$\\geq$"},
    {"→", "$\\rightarrow$"},
    {"κ", "$\\kappa$"},
    {"τ", "$\\tau$"},
};

std::string escaped(std::string_view raw) {
    const std::string safe = as_utf8(raw);
    std::string out;
    for (std::string_view text = safe; !text.empty();) {
        bool is_replaced = false;
        for (const auto& [special, replacement] : replacements) {
            if (!text.starts_with(special)) continue;
            out += replacement;
            // of several hyphens each needs to be parted from the next
            text.remove_prefix(special == "--" ? 1 : special.size());
            if (special == "--") out.pop_back();
            is_replaced = true;
            break;
        }
        if (is_replaced) continue;
        const auto byte = static_cast<unsigned char>(text.front());
        out += byte < 0x20 || byte == 0x7F ? ' ' : text.front();
        text.remove_prefix(1);
    }
    return out;
}

std::string words(const Note& note) {
    std::string text;
    for (const Span& span : note.spans)
        text += span.code ? "\\texttt{" + escaped(span.text) + "}" : escaped(span.text);
    return text;
}

/// A comment of LaTeX: one line.
std::string comment(std::string_view text) {
    std::string out = "% ";
    for (const char c : as_utf8(text)) out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    return out + '\n';
}

std::string plain_words(const Note& note) {
    std::string text;
    for (const Span& span : note.spans) text += span.text;
    return text;
}

std::string cell_markup(const Cell& cell, const Column& column) {
    std::string text = escaped(cell_text(cell, column));
    if (column.kind == Kind::code && cell.has_value()) text = "\\texttt{" + text + "}";
    if (cell.best) text = "\\textbf{" + text + "}";
    if (!cell.marks.empty()) text += "\\textsuperscript{" + escaped(cell.marks) + "}";
    return text;
}

std::string notes_around(const std::vector<Note>& notes) {
    std::string text;
    for (const Note& note : notes) {
        if (!note.only.has(Format::latex)) continue;
        text += note.style == Note::Style::comment
                    ? comment(plain_words(note))
                    : fmt::format("{{\\footnotesize {}\\par}}\n", words(note));
    }
    return text;
}

/// Between tables.
std::string between(const Note& note) {
    switch (note.style) {
        case Note::Style::comment:
            return comment(plain_words(note));
        case Note::Style::heading:
            return "\\subsection*{" + words(note) + "}\n";
        default:
            return words(note) + "\n\n";
    }
}

/// Numbers stand in line whatever they do in text.
bool is_right(const Column& column) {
    return column.is_right() || column.kind == Kind::number;
}

std::string floating(const Table& table) {
    const std::vector<std::size_t> places = columns_for(table, Format::latex);
    std::string text = "\\begin{table}\n\\centering\n";
    if (!table.title.empty()) text += "\\caption{" + escaped(table.title) + "}\n";
    text += notes_around(table.above);
    text += "\\begin{tabular}{";
    for (const std::size_t place : places) text += is_right(table.columns[place]) ? 'r' : 'l';
    text += "}\n\\toprule\n";
    const auto add_row = [&](const auto& cell_of) {
        for (const std::size_t place : places) {
            if (place != places.front()) text += " & ";
            text += cell_of(place);
        }
        text += " \\\\\n";
    };
    add_row([&](std::size_t place) { return escaped(table.columns[place].title()); });
    text += "\\midrule\n";
    for (const Row* const row : rows_for(table, Format::latex)) {
        add_row([&](std::size_t place) {
            const Cell* const cell = cell_at(*row, place);
            return cell == nullptr ? std::string() : cell_markup(*cell, table.columns[place]);
        });
    }
    text += "\\bottomrule\n\\end{tabular}\n";
    return text + notes_around(table.below) + "\\end{table}\n";
}

}  // namespace

std::string render_latex(const Report& report) {
    std::string text = "% \\usepackage{booktabs}\n";
    for (const Fact& fact : report.facts)
        if (!fact.line.empty()) text += comment(fact.line);
    for (const auto& part : report.parts) {
        if (const auto* const note = std::get_if<Note>(&part)) {
            if (note->only.has(Format::latex)) text += between(*note);
            continue;
        }
        const auto& table = std::get<Table>(part);
        if (table.only.has(Format::latex)) text += floating(table);
    }
    return text;
}

}  // namespace gradus::report
