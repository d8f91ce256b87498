#include "apps/cli/table.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gradus::cli {
namespace {

std::vector<std::size_t> widths_of(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    }
    return widths;
}

}  // namespace

std::string aligned(const std::vector<std::vector<std::string>>& rows) {
    const std::vector<std::size_t> widths = widths_of(rows);
    std::string text;
    for (const auto& row : rows) {
        for (std::size_t i = 0; i + 1 < row.size(); ++i)
            text += fmt::format("{:{}}  ", row[i], widths[i]);
        if (!row.empty()) text += row.back();
        text += '\n';
    }
    return text;
}

std::string aligned_numbers(const std::vector<std::vector<std::string>>& rows) {
    const std::vector<std::size_t> widths = widths_of(rows);
    std::string text;
    for (const auto& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            text += i == 0 ? fmt::format("{:<{}}", row[i], widths[i])
                           : fmt::format("  {:>{}}", row[i], widths[i]);
        text.erase(text.find_last_not_of(' ') + 1);
        text += '\n';
    }
    return text;
}

std::string markdown_row(const std::vector<std::string>& cells) {
    std::string row = "|";
    for (const std::string& cell : cells) {
        row += ' ';
        for (const char c : cell) {
            if (c == '|') row += '\\';  // else it would end the cell
            row += c;
        }
        row += " |";
    }
    return row + '\n';
}

std::string markdown_code(const std::vector<std::string>& texts) {
    return texts.empty() ? "" : fmt::format("`{}`", fmt::join(texts, "`, `"));
}

std::string csv_field(std::string_view text) {
    if (text.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) {
        quoted += c;
        if (c == '"') quoted += c;
    }
    return quoted + '"';
}

std::string csv_lines(const std::vector<std::vector<std::string>>& rows) {
    std::string text;
    for (const auto& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            text += (i == 0 ? "" : ",") + csv_field(row[i]);
        text += '\n';
    }
    return text;
}

}  // namespace gradus::cli
