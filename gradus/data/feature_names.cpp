#include "gradus/data/feature_names.hpp"

#include <algorithm>
#include <cmath>

#include "gradus/base/text_number.hpp"

namespace gradus {
std::optional<std::size_t> feature_number(std::string_view name) {
    if (name.empty() || name.front() < '1' || name.front() > '9') return std::nullopt;
    const bool digits = std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
    const auto number = digits ? integer_from(name) : std::nullopt;
    if (!number) return std::nullopt;
    return static_cast<std::size_t>(*number);
}

std::vector<std::string> names_of_features(const Dataset& data) {
    if (!data.feature_names.empty()) return data.feature_names;
    std::vector<std::string> names;
    names.reserve(data.features.columns());
    for (std::size_t j = 0; j < data.features.columns(); ++j)
        names.push_back(std::to_string(j + 1));
    return names;
}

bool are_numbered(const std::vector<std::string>& names) {
    for (std::size_t j = 0; j < names.size(); ++j)
        if (names[j] != std::to_string(j + 1)) return false;
    return true;
}

bool are_numbers(const std::vector<std::string>& names) {
    return std::ranges::all_of(
        names, [](const std::string& name) { return feature_number(name).has_value(); });
}

bool only_places_tell(const std::vector<std::string>& a, const std::vector<std::string>& b) {
    const bool numbered = are_numbered(a);
    if (numbered == are_numbered(b)) return false;
    return std::ranges::none_of(
        numbered ? b : a, [](const std::string& name) { return feature_number(name).has_value(); });
}

bool is_in_use(const Dataset& data, std::size_t column) {
    if (!data.gaps || !data.feature_names.empty()) return true;
    const bool zero = *data.gaps == Gaps::zero;
    for (std::size_t i = 0; i < data.documents(); ++i) {
        const float value = data.features.row(i)[column];
        if (zero ? value != 0.0F : !std::isnan(value)) return true;
    }
    return false;
}

}  // namespace gradus
