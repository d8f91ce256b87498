#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"

namespace gradus {

/// What a tunable is set to: a value of its own type, or text as people type it ("yes", "0.1",
/// "1:10"), which is read as that type.
using ParamValue = std::variant<bool, std::int64_t, double, std::string, std::vector<double>>;

/// As people type it.
std::string text_of(const ParamValue& value);

/// A tunable by its name, and what it is set to.
struct Setting {
    std::string name;
    ParamValue value;
};
using Settings = std::vector<Setting>;

/// "name=value" taken apart; nothing where there is no '='.
std::optional<Setting> setting_from(std::string_view text);

/// One tunable of a parameter struct: its name, where it lives, what it may be, what it means. A
/// struct lists them once, in `static constexpr auto fields = std::tuple{Field{…}, …}`; the command
/// line, TOML, Python, the documentation and the model file all read that list.
template <class Struct, class Value>
struct Field {
    std::string_view name;
    Value Struct::*member;
    std::type_identity_t<Value> min;
    std::type_identity_t<Value> max;
    std::string_view help;
};
template <class Struct, class Value>  // Clang 14 does not deduce aggregates by itself
Field(std::string_view,
      Value Struct::*,
      std::type_identity_t<Value>,
      std::type_identity_t<Value>,
      std::string_view)
    ->Field<Struct, Value>;

/// A yes-or-no tunable.
template <class Struct>
struct Flag {
    std::string_view name;
    bool Struct::*member;
    std::string_view help;
};
template <class Struct>
Flag(std::string_view, bool Struct::*, std::string_view) -> Flag<Struct>;

/// A tunable with a few named values. `choices` are separated by '|' and stand in the order of the
/// enumerators.
template <class Struct, class Enum>
struct Choice {
    std::string_view name;
    Enum Struct::*member;
    std::string_view choices;
    std::string_view help;
};
template <class Struct, class Enum>
Choice(std::string_view, Enum Struct::*, std::string_view, std::string_view)
    -> Choice<Struct, Enum>;

/// A tunable that is a list of numbers, typed 0.5:0.5. Empty = left to the data.
template <class Struct>
struct List {
    std::string_view name;
    std::vector<double> Struct::*member;
    double min;
    double max;
    std::string_view help;
};
template <class Struct>
List(std::string_view, std::vector<double> Struct::*, double, double, std::string_view)
    -> List<Struct>;

/// A tunable that is text; whoever uses it reads it and complains.
template <class Struct>
struct Text {
    std::string_view name;
    std::string Struct::*member;
    std::string_view form;  ///< what may stand there, in words or as an example
    std::string_view help;
};
template <class Struct>
Text(std::string_view, std::string Struct::*, std::string_view, std::string_view) -> Text<Struct>;

/// A tunable as the help, the documentation and the model file see it.
struct ParamInfo {
    std::string name;
    std::string value;  ///< the default, or the value in force
    std::string range;  ///< "1 to 100000", "yes|no", "a|b|c"
    std::string help;
    bool is_number = false;  ///< a single number, of which several can be given to choose from
};

namespace detail {

std::vector<std::string> split_choices(std::string_view choices);
std::string list_text(const std::vector<double>& numbers);
/// The value as a type; nothing where it is none of that type.
std::optional<double> as_number(const ParamValue& value);
std::optional<std::int64_t> as_integer(const ParamValue& value);
std::optional<bool> as_flag(const ParamValue& value);
std::optional<std::vector<double>> as_list(const ParamValue& value);
std::string range_text(const std::string& min, const std::string& max);
[[noreturn]] void refuse(const Where& where,
                         std::string_view name,
                         std::string_view text,
                         std::string_view range,
                         std::string_view standard,
                         std::string_view kind = "number");
[[noreturn]] void refuse_name(const Where& where,
                              std::string_view name,
                              const std::vector<std::string>& known);

template <class Value>
std::string number_text(Value value) {
    if constexpr (std::is_floating_point_v<Value>) {
        return shortest(value);
    } else {
        return std::to_string(value);
    }
}

template <class Struct, class Value>
ParamInfo describe(const Field<Struct, Value>& field, const Struct& params) {
    return {std::string(field.name),
            number_text(params.*field.member),
            range_text(number_text<Value>(field.min), number_text<Value>(field.max)),
            std::string(field.help),
            true};
}
template <class Struct>
ParamInfo describe(const Flag<Struct>& flag, const Struct& params) {
    return {std::string(flag.name),
            params.*flag.member ? "yes" : "no",
            "yes|no",
            std::string(flag.help)};
}
template <class Struct, class Enum>
ParamInfo describe(const Choice<Struct, Enum>& choice, const Struct& params) {
    const auto names = split_choices(choice.choices);
    return {std::string(choice.name),
            names.at(static_cast<std::size_t>(params.*choice.member)),
            std::string(choice.choices),
            std::string(choice.help)};
}

template <class Struct>
ParamInfo describe(const List<Struct>& list, const Struct& params) {
    return {std::string(list.name),
            list_text(params.*list.member),
            range_text(shortest(list.min), shortest(list.max)) + ", or a list a:b:c",
            std::string(list.help)};
}

template <class Struct>
ParamInfo describe(const Text<Struct>& text, const Struct& params) {
    return {std::string(text.name),
            params.*text.member,
            std::string(text.form),
            std::string(text.help)};
}

template <class Struct, class Value>
bool assign(const Field<Struct, Value>& field, Struct& params, const ParamValue& value) {
    if constexpr (std::is_floating_point_v<Value>) {
        const auto number = as_number(value);
        if (!number || !(*number >= field.min && *number <= field.max)) return false;
        params.*field.member = static_cast<Value>(*number);
    } else {
        const auto number = as_integer(value);
        if (!number || *number < static_cast<std::int64_t>(field.min) ||
            *number > static_cast<std::int64_t>(field.max)) {
            return false;
        }
        params.*field.member = static_cast<Value>(*number);
    }
    return true;
}
template <class Struct>
bool assign(const Flag<Struct>& flag, Struct& params, const ParamValue& value) {
    const auto yes = as_flag(value);
    if (yes) params.*flag.member = *yes;
    return yes.has_value();
}
template <class Struct, class Enum>
bool assign(const Choice<Struct, Enum>& choice, Struct& params, const ParamValue& value) {
    const auto* const text = std::get_if<std::string>(&value);
    if (text == nullptr) return false;
    const auto names = split_choices(choice.choices);
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] == *text) {
            params.*choice.member = static_cast<Enum>(i);
            return true;
        }
    }
    return false;
}

template <class Struct>
bool assign(const List<Struct>& list, Struct& params, const ParamValue& value) {
    auto numbers = as_list(value);
    if (!numbers || numbers->empty()) return false;
    for (const double number : *numbers)
        if (!(number >= list.min && number <= list.max)) return false;
    params.*list.member = *std::move(numbers);
    return true;
}

template <class Struct>
bool assign(const Text<Struct>& field, Struct& params, const ParamValue& value) {
    params.*field.member = text_of(value);
    return true;
}

/// What a value that was refused is not, where a number was asked for: one that is in range was
/// refused for its form.
template <class Declared>
std::string_view kind_of_number(const Declared& /*field*/, const ParamValue& /*value*/) {
    return "number";
}
template <class Struct, class Value>
std::string_view kind_of_number(const Field<Struct, Value>& field, const ParamValue& value) {
    const auto number = as_number(value);
    const bool is_in_range = number && *number >= static_cast<double>(field.min) &&
                             *number <= static_cast<double>(field.max);
    return is_in_range ? "whole number" : "number";
}

}  // namespace detail

/// Every tunable of the struct with its value in `params`.
template <class Struct>
std::vector<ParamInfo> describe_params(const Struct& params = {}) {
    std::vector<ParamInfo> all;
    std::apply([&](const auto&... field) { (all.push_back(detail::describe(field, params)), ...); },
               Struct::fields);
    return all;
}

/// Sets one tunable. An unknown name or a value out of range is an Error that names the choices.
template <class Struct>
void set_param(Struct& params, std::string_view name, const ParamValue& value, const Where& where) {
    bool known = false;
    const auto attempt = [&](const auto& field) {
        if (field.name != name) return;
        known = true;
        if (!detail::assign(field, params, value)) {
            const ParamInfo standard = detail::describe(field, Struct{});
            detail::refuse(where,
                           name,
                           text_of(value),
                           standard.range,
                           standard.value,
                           detail::kind_of_number(field, value));
        }
    };
    std::apply([&](const auto&... field) { (attempt(field), ...); }, Struct::fields);
    if (known) return;
    std::vector<std::string> names;
    for (const ParamInfo& info : describe_params<Struct>()) names.push_back(info.name);
    detail::refuse_name(where, name, names);
}

/// The same of a setting that is a place of its own in messages.
template <class Struct>
void set_param(Struct& params, std::string_view name, const ParamValue& value) {
    set_param(params, name, value, Where::parameter(std::string(name), text_of(value)));
}

/// A struct filled from settings, which all belong to it.
template <class Struct>
Struct params_from(const Settings& settings, const Where& where) {
    Struct params;
    for (const Setting& setting : settings) set_param(params, setting.name, setting.value, where);
    return params;
}

/// "name(key=value, …)@k", the grammar in which users type a measure (docs/reference/formats.md).
struct Spec {
    std::string name;                           ///< lower case
    std::map<std::string, std::string> values;  ///< the parameters as typed
    std::size_t cutoff = 0;                     ///< the number behind @; 0 = none
};
Spec parse_spec(std::string_view text, const Where& where);

/// A struct filled from a spec's values.
template <class Struct>
Struct params_from(const Spec& spec, const Where& where) {
    Struct params;
    for (const auto& [name, text] : spec.values) set_param(params, name, text, where);
    return params;
}

}  // namespace gradus
