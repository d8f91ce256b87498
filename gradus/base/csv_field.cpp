#include "gradus/base/csv_field.hpp"

#include <algorithm>

namespace gradus {

void append_csv_field(std::string& out, std::string_view text, char separator) {
    const bool plain = std::ranges::none_of(
        text, [&](char c) { return c == separator || c == '"' || c == '\n' || c == '\r'; });
    const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
    const bool is_bare = text.empty() || (!is_blank(text.front()) && !is_blank(text.back()));
    if (plain && is_bare) {
        out += text;
        return;
    }
    out += '"';
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    out += '"';
}

}  // namespace gradus
