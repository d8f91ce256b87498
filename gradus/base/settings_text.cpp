#include "gradus/base/settings_text.hpp"

#include <fmt/format.h>

namespace gradus {
namespace {

bool is_name_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

struct Setting {
    std::string_view name;
    std::optional<std::string> value;
    std::size_t end;  ///< behind the closing backquote
};

/// The setting that begins behind the opening backquote at `begin`.
std::optional<Setting> setting_at(std::string_view text, std::size_t begin) {
    std::size_t at = begin;
    while (at < text.size() && is_name_letter(text[at])) ++at;
    if (at == begin || at == text.size()) return std::nullopt;
    const std::string_view name = text.substr(begin, at - begin);
    if (text[at] == '`') return Setting{name, std::nullopt, at + 1};
    if (text[at] != '=') return std::nullopt;
    std::string value;
    for (++at; at < text.size(); ++at) {
        if (text[at] != '`') {
            value += text[at];
        } else if (text.substr(at + 1).starts_with('`')) {
            value += text[at++];
        } else {
            return Setting{name, std::move(value), at + 1};
        }
    }
    return std::nullopt;
}

}  // namespace

std::string setting_text(std::string_view name, std::string_view value) {
    std::string text = fmt::format("`{}=", name);
    for (const char c : value) text += c == '`' ? std::string("``") : std::string(1, c);
    return text + '`';
}

std::string spelled(std::string_view text, const Speller& speller) {
    std::string result;
    std::size_t at = 0;
    while (at < text.size()) {
        const auto setting = text[at] == '`' ? setting_at(text, at + 1) : std::nullopt;
        if (setting) {
            result += speller(setting->name, setting->value);
            at = setting->end;
        } else {
            result += text[at++];
        }
    }
    return result;
}

std::string in_quotes(std::string_view name, std::optional<std::string_view> value) {
    return value ? fmt::format("'{}={}'", name, *value) : fmt::format("'{}'", name);
}

}  // namespace gradus
