#include <string_view>

#include <fmt/format.h>

#include "gradus/base/utf8.hpp"
#include "gradus/report/cell_text.hpp"
#include "gradus/report/renderers.hpp"

namespace gradus::report {
namespace {

/// Only what is inside the section: a page may have rules of its own. Lines and greys are made of
/// the text's colour, so that they fit light and dark.
constexpr std::string_view style = R"(<style>
.gradus-report { color-scheme: light dark; font: 14px/1.45 system-ui, sans-serif; color: CanvasText; }
.gradus-report table { border-collapse: collapse; margin: 1em 0; border-top: 2px solid; border-bottom: 2px solid; }
.gradus-report caption { text-align: left; font-weight: 600; padding: 0.3em 0; }
.gradus-report th, .gradus-report td { padding: 0.2em 0.8em; text-align: left; vertical-align: top; }
.gradus-report thead th { border-bottom: 1px solid; }
.gradus-report .right { text-align: right; font-variant-numeric: tabular-nums; }
.gradus-report ul { padding-left: 1.2em; opacity: 0.75; }
@media print {
  .gradus-report { color: #000; font-size: 10pt; }
  .gradus-report ul { opacity: 1; }
  .gradus-report tr { break-inside: avoid; }
  .gradus-report thead { display: table-header-group; }
}
</style>
)";

std::string escaped(std::string_view raw) {
    std::string out;
    for (const char c : as_utf8(raw)) {
        const auto byte = static_cast<unsigned char>(c);
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\'':
                out += "&#39;";
                break;
            case '\n':
                out += "<br>";
                break;
            default:
                out += byte < 0x20 || byte == 0x7F ? ' ' : c;
        }
    }
    return out;
}

std::string element(std::string_view name, std::string_view content) {
    return fmt::format("<{0}>{1}</{0}>", name, content);
}

std::string words(const Note& note) {
    std::string text;
    for (const Span& span : note.spans)
        text += span.code ? element("code", escaped(span.text)) : escaped(span.text);
    return text;
}

std::string cell_markup(const Cell& cell, const Column& column) {
    std::string text = escaped(cell_text(cell, column));
    if (column.kind == Kind::code && cell.has_value()) text = element("code", text);
    if (cell.best) text = element("strong", text);
    if (!cell.link.empty()) text = fmt::format("<a href=\"{}\">{}</a>", escaped(cell.link), text);
    if (!cell.marks.empty()) text += element("sup", escaped(cell.marks));
    return text;
}

std::string grid(const Table& table) {
    const std::vector<std::size_t> places = columns_for(table, Format::html);
    std::string text = "<table>\n";
    if (!table.title.empty()) text += element("caption", escaped(table.title)) + '\n';
    const auto right = [&](std::size_t place) {
        return table.columns[place].is_right() ? " class=\"right\"" : "";
    };
    text += "<thead><tr>";
    for (const std::size_t place : places)
        text += fmt::format(
            "<th scope=\"col\"{}>{}</th>", right(place), escaped(table.columns[place].title()));
    text += "</tr></thead>\n<tbody>\n";
    for (const Row* const row : rows_for(table, Format::html)) {
        text += "<tr>";
        for (const std::size_t place : places) {
            const Cell* const cell = cell_at(*row, place);
            text += fmt::format("<td{}>{}</td>",
                                right(place),
                                cell == nullptr ? "" : cell_markup(*cell, table.columns[place]));
        }
        text += "</tr>\n";
    }
    return text + "</tbody>\n</table>\n";
}

/// Comments in a row are one list.
class Page {
  public:
    void add(const std::string& block) {
        end_list();
        text_ += block;
    }
    void add(const Note& note) {
        if (!note.only.has(Format::html)) return;
        if (note.style == Note::Style::comment) return add_item(words(note));
        add(element(note.style == Note::Style::heading ? "h2" : "p", words(note)) + '\n');
    }
    void add_item(const std::string& words) {
        if (!in_list_) text_ += "<ul>\n";
        in_list_ = true;
        text_ += element("li", words) + '\n';
    }
    std::string finished() {
        end_list();
        return text_ + "</section>\n";
    }

  private:
    void end_list() {
        if (in_list_) text_ += "</ul>\n";
        in_list_ = false;
    }
    std::string text_ = "<section class=\"gradus-report\">\n" + std::string(style);
    bool in_list_ = false;
};

}  // namespace

std::string render_html(const Report& report) {
    Page page;
    for (const Fact& fact : report.facts)
        if (!fact.line.empty()) page.add_item(escaped(fact.line));
    for (const auto& part : report.parts) {
        if (const auto* const note = std::get_if<Note>(&part)) {
            page.add(*note);
            continue;
        }
        const auto& table = std::get<Table>(part);
        if (!table.only.has(Format::html)) continue;
        for (const Note& note : table.above) page.add(note);
        page.add(grid(table));
        for (const Note& note : table.below) page.add(note);
    }
    return page.finished();
}

}  // namespace gradus::report
