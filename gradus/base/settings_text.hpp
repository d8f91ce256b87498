#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace gradus {

/// How a front end writes a setting, given its name in the library and perhaps a value:
/// "--set trees=200" on a command line, "trees=200" in Python.
using Speller =
    std::function<std::string(std::string_view name, std::optional<std::string_view> value)>;

/// A setting and its value as messages of the library hold them: "`trees=200`". A backquote of the
/// value is doubled.
std::string setting_text(std::string_view name, std::string_view value);

/// The text with each `name` and `name=value` in backquotes as the speller writes it. Backquotes
/// around anything else stay as they are.
std::string spelled(std::string_view text, const Speller& speller);

/// 'name' or 'name=value': for people who use the library itself.
std::string in_quotes(std::string_view name, std::optional<std::string_view> value);

}  // namespace gradus
