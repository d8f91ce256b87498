#pragma once

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "gradus/base/params.hpp"
#include "gradus/learners/learner.hpp"

namespace gradus {

namespace detail {

template <class Declared>
inline constexpr bool is_number_field = false;
template <class Struct, class Value>
inline constexpr bool is_number_field<Field<Struct, Value>> = true;

/// Whether a parameter is a single number, of which several can be given to choose from.
template <class Struct>
bool takes_several(std::string_view name) {
    return std::apply(
        [&](const auto&... field) {
            return ((field.name == name && is_number_field<std::remove_cvref_t<decltype(field)>>) ||
                    ...);
        },
        Struct::fields);
}

/// A setting to each number of a list, which may be text: name=a:b as name=a and name=b.
Settings one_by_one(const Setting& setting);

/// Each way to take one of every list, the last list's members changing fastest.
std::vector<Settings> combinations(const std::vector<Settings>& lists);

/// The members of a combination that come from a list of several: "name=a, …".
std::string chosen_text(const Settings& combination, const std::vector<Settings>& lists);

}  // namespace detail

/// A parameter struct for each combination of what was given as a list, a:b:c. One where nothing
/// was.
template <class Struct>
struct Variants {
    std::vector<Struct> params;
    std::vector<std::string> texts;  ///< by variant: "name=a, …", what it has of the lists
    std::vector<std::pair<std::string, std::string>> lists;  ///< as given: name, "a:b:c"

    std::vector<ParamInfo> described() const {
        std::vector<ParamInfo> all = describe_params(params.front());
        for (ParamInfo& info : all)
            for (const auto& [name, text] : lists)
                if (info.name == name) info.value = text;
        return all;
    }
};

/// The defaults, for help texts: numbers may be lists.
template <class Struct>
std::vector<ParamInfo> describe_variants() {
    std::vector<ParamInfo> all = describe_params(Struct{});
    for (ParamInfo& info : all)
        if (detail::takes_several<Struct>(info.name))
            info.range += ", or a list to choose from: a:b:c";
    return all;
}

/// A learner's parameter structs from settings, and the variants of one more struct.
template <class Struct, class... Others>
std::pair<std::tuple<Others...>, Variants<Struct>> params_with_variants(
    const Settings& settings, const std::tuple<Others...>& defaults) {
    std::vector<Settings> lists;
    std::map<std::string, ParamValue> several;  // the newest of each name counts
    for (const Setting& setting : settings) {
        if (detail::takes_several<Struct>(setting.name)) {
            several[setting.name] = setting.value;
        } else {
            lists.push_back({setting});
        }
    }
    Variants<Struct> variants;
    for (const auto& [name, value] : several) {
        lists.push_back(detail::one_by_one({name, value}));
        if (lists.back().size() > 1) variants.lists.emplace_back(name, text_of(value));
    }
    std::tuple<Others...> others = defaults;
    for (const Settings& combination : detail::combinations(lists)) {
        std::apply(
            [&](const Others&... each) {
                auto filled = params_from_settings(combination, each..., Struct{});
                variants.params.push_back(std::get<sizeof...(Others)>(filled));
                others = std::tuple<Others...>(std::get<Others>(filled)...);
            },
            defaults);
        variants.texts.push_back(detail::chosen_text(combination, lists));
    }
    return {std::move(others), std::move(variants)};
}

}  // namespace gradus
