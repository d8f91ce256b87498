#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"

namespace gradus {

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
};

namespace detail {

std::vector<std::string> split_choices(std::string_view choices);
std::string list_text(const std::vector<double>& numbers);
/// False where a part of "a:b:c" is no number from min to max.
bool list_from(std::string_view text, double min, double max, std::vector<double>& numbers);
std::string range_text(const std::string& min, const std::string& max);
[[noreturn]] void refuse(const Where& where,
                         std::string_view name,
                         std::string_view text,
                         std::string_view range,
                         std::string_view standard);
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
            std::string(field.help)};
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
            range_text(shortest(list.min), shortest(list.max)) + ", several by ':'",
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
bool assign(const Field<Struct, Value>& field, Struct& params, std::string_view text) {
    if constexpr (std::is_floating_point_v<Value>) {
        const auto number = number_from(text);
        if (!number || *number < field.min || *number > field.max) return false;
        params.*field.member = static_cast<Value>(*number);
    } else {
        const auto number = integer_from(text);
        if (!number || *number < static_cast<std::int64_t>(field.min) ||
            *number > static_cast<std::int64_t>(field.max)) {
            return false;
        }
        params.*field.member = static_cast<Value>(*number);
    }
    return true;
}
template <class Struct>
bool assign(const Flag<Struct>& flag, Struct& params, std::string_view text) {
    if (text != "yes" && text != "no" && text != "true" && text != "false" && text != "1" &&
        text != "0")
        return false;
    params.*flag.member = text == "yes" || text == "true" || text == "1";
    return true;
}
template <class Struct, class Enum>
bool assign(const Choice<Struct, Enum>& choice, Struct& params, std::string_view text) {
    const auto names = split_choices(choice.choices);
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] == text) {
            params.*choice.member = static_cast<Enum>(i);
            return true;
        }
    }
    return false;
}

template <class Struct>
bool assign(const List<Struct>& list, Struct& params, std::string_view text) {
    return list_from(text, list.min, list.max, params.*list.member);
}

template <class Struct>
bool assign(const Text<Struct>& field, Struct& params, std::string_view text) {
    params.*field.member = text;
    return true;
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

/// Sets one tunable from text. An unknown name or a value out of range is an Error that names the
/// choices.
template <class Struct>
void set_param(Struct& params, std::string_view name, std::string_view text, const Where& where) {
    bool known = false;
    const auto attempt = [&](const auto& field) {
        if (field.name != name) return;
        known = true;
        if (!detail::assign(field, params, text)) {
            const ParamInfo standard = detail::describe(field, Struct{});
            detail::refuse(where, name, text, standard.range, standard.value);
        }
    };
    std::apply([&](const auto&... field) { (attempt(field), ...); }, Struct::fields);
    if (known) return;
    std::vector<std::string> names;
    for (const ParamInfo& info : describe_params<Struct>()) names.push_back(info.name);
    detail::refuse_name(where, name, names);
}

/// "name(key=value, …)@k", the grammar in which users type a measure (docs/formats.md).
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
