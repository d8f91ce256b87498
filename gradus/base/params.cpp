#include "gradus/base/params.hpp"

#include <cmath>

#include <fmt/format.h>

#include "gradus/base/names.hpp"
#include "gradus/base/split_text.hpp"

namespace gradus {
namespace {

std::string_view trim(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

/// "a:b:c" as numbers.
std::optional<std::vector<double>> list_from(std::string_view text) {
    std::vector<double> numbers;
    while (true) {
        const std::size_t colon = std::min(text.find(':'), text.size());
        const auto number = number_from(text.substr(0, colon));
        if (!number) return std::nullopt;
        numbers.push_back(*number);
        if (colon == text.size()) return numbers;
        text.remove_prefix(colon + 1);
    }
}

std::optional<std::int64_t> whole(double number) {
    constexpr double exact = 9007199254740992.0;  // 2^53: doubles hold all whole numbers up to here
    if (!(std::abs(number) <= exact) || std::trunc(number) != number) return std::nullopt;
    return static_cast<std::int64_t>(number);
}

}  // namespace

std::string text_of(const ParamValue& value) {
    if (const auto* const yes = std::get_if<bool>(&value)) return *yes ? "yes" : "no";
    if (const auto* const integer = std::get_if<std::int64_t>(&value))
        return std::to_string(*integer);
    if (const auto* const number = std::get_if<double>(&value)) return shortest(*number);
    if (const auto* const list = std::get_if<std::vector<double>>(&value))
        return detail::list_text(*list);
    return std::get<std::string>(value);
}

std::optional<Setting> setting_from(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    return Setting{std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

namespace detail {

std::vector<std::string> split_choices(std::string_view choices) {
    const std::vector<std::string_view> names = split_text(choices, "|");
    return {names.begin(), names.end()};
}

std::string list_text(const std::vector<double>& numbers) {
    std::string text;
    for (const double number : numbers) {
        if (!text.empty()) text += ':';
        text += shortest(number);
    }
    return text;
}

std::optional<double> as_number(const ParamValue& value) {
    if (const auto* const number = std::get_if<double>(&value)) return *number;
    if (const auto* const integer = std::get_if<std::int64_t>(&value))
        return static_cast<double>(*integer);
    if (const auto* const text = std::get_if<std::string>(&value)) return number_from(*text);
    return std::nullopt;
}

std::optional<std::int64_t> as_integer(const ParamValue& value) {
    if (const auto* const integer = std::get_if<std::int64_t>(&value)) return *integer;
    if (const auto* const number = std::get_if<double>(&value)) return whole(*number);
    if (const auto* const text = std::get_if<std::string>(&value)) return integer_from(*text);
    return std::nullopt;
}

std::optional<bool> as_flag(const ParamValue& value) {
    if (const auto* const yes = std::get_if<bool>(&value)) return *yes;
    const std::string text = text_of(value);
    if (text == "yes" || text == "true" || text == "1") return true;
    if (text == "no" || text == "false" || text == "0") return false;
    return std::nullopt;
}

std::optional<std::vector<double>> as_list(const ParamValue& value) {
    if (const auto* const list = std::get_if<std::vector<double>>(&value)) return *list;
    if (const auto* const text = std::get_if<std::string>(&value)) return list_from(*text);
    const auto number = as_number(value);
    return number ? std::optional(std::vector<double>{*number}) : std::nullopt;
}

std::string range_text(const std::string& min, const std::string& max) {
    return fmt::format("{} to {}", min, max);
}

void refuse(const Where& where,
            std::string_view name,
            std::string_view text,
            std::string_view range,
            std::string_view standard,
            std::string_view kind) {
    const bool numeric = range.find('|') == std::string_view::npos;
    throw Error(where,
                numeric ? fmt::format("{}={} is not a {} from {}", name, excerpt(text), kind, range)
                        : fmt::format("{}={} is not one of {}", name, excerpt(text), range),
                standard.empty() ? std::string("without it the data decides")
                                 : fmt::format("the default is {}", standard));
}

void refuse_name(const Where& where, std::string_view name, const std::vector<std::string>& known) {
    if (known.empty()) {
        throw Error(
            where, fmt::format("unknown parameter '{}'", excerpt(name)), "it takes no parameters");
    }
    throw UnknownName(where, "parameter", name, known);
}

}  // namespace detail

Spec parse_spec(std::string_view text, const Where& where) {
    constexpr std::string_view form = "write name(key=value, ...)@k";
    std::string_view rest = trim(text);
    Spec spec;
    const std::size_t name_end = rest.find_first_of("(@");
    spec.name = lower_case(trim(rest.substr(0, name_end)));
    if (spec.name.empty()) throw Error(where, "the name is missing", form);
    rest.remove_prefix(std::min(name_end, rest.size()));
    if (rest.starts_with('(')) {
        const std::size_t close = rest.find(')');
        if (close == std::string_view::npos)
            throw Error(where, "the bracket '(' is not closed", form);
        std::string_view inside = trim(rest.substr(1, close - 1));
        rest.remove_prefix(close + 1);
        while (!inside.empty()) {
            const std::size_t comma = std::min(inside.find(','), inside.size());
            const std::string_view pair = inside.substr(0, comma);
            const std::size_t equals = pair.find('=');
            if (equals == std::string_view::npos) {
                throw Error(where, fmt::format("'{}' has no '='", excerpt(trim(pair))), form);
            }
            const std::string key = lower_case(trim(pair.substr(0, equals)));
            if (!spec.values.emplace(key, trim(pair.substr(equals + 1))).second) {
                throw Error(where,
                            fmt::format("parameter '{}' is given twice", excerpt(key)),
                            "give it once");
            }
            inside = comma == inside.size() ? std::string_view{} : trim(inside.substr(comma + 1));
        }
    }
    rest = trim(rest);
    if (rest.starts_with('@')) {
        const auto cutoff = integer_from(trim(rest.substr(1)));
        if (!cutoff || *cutoff < 1) {
            throw Error(where,
                        fmt::format("'{}' is not a cutoff", excerpt(rest)),
                        "write a whole number from 1 after @");
        }
        spec.cutoff = static_cast<std::size_t>(*cutoff);
        rest = {};
    }
    if (!rest.empty())
        throw Error(where, fmt::format("unexpected '{}' at the end", excerpt(rest)), form);
    return spec;
}

}  // namespace gradus
