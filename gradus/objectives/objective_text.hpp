#pragma once

#include <string>
#include <string_view>

#include "gradus/base/params.hpp"

namespace gradus {

/// In quotes where the grammar of objectives would take it apart.
std::string in_quotes_if_needed(const std::string& text);

/// "labels=NAME", or "" for the column that is meant where none is named.
std::string labels_text(const std::string& labels);

/// "name(first, key=value, …)" with every parameter that differs from its default.
template <class Params>
std::string objective_text(std::string_view name, std::string inner, const Params& params) {
    const auto standard = describe_params<Params>();
    const auto actual = describe_params(params);
    for (std::size_t i = 0; i < actual.size(); ++i) {
        if (actual[i].value == standard[i].value) continue;
        if (!inner.empty()) inner += ", ";
        inner += actual[i].name + "=" + actual[i].value;
    }
    return std::string(name) + (inner.empty() ? "" : "(" + inner + ")");
}

}  // namespace gradus
