#include "gradus/data/formats/csv/values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace gradus::csv {

std::optional<float> value_of_word(std::string_view text) {
    constexpr std::size_t longest = 5;
    if (text.size() > longest) return std::nullopt;
    std::string small;
    for (const char c : text) small += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    for (const std::string_view missing : {"", "null", "nan", "na", "n/a", "<na>", "none"}) {
        if (small == missing) return std::numeric_limits<float>::quiet_NaN();
    }
    if (small == "true") return 1.0F;
    if (small == "false") return 0.0F;
    return std::nullopt;
}

Numbering numbering_of(const FeatureMatrix& features, std::size_t feature) {
    constexpr std::size_t enough = 10;
    std::vector<float> values;
    const std::size_t rows = features.rows();
    if (rows < 2) return Numbering::none;
    for (std::size_t i = 0; i < rows; ++i) {
        const float value = features.row(i)[feature];
        if (!(value >= 0.0F) || value != std::floor(value)) return Numbering::none;
        values.push_back(value);
    }
    const float first = values.front();
    bool counting = first == 0.0F || first == 1.0F;
    for (std::size_t i = 0; i < rows && counting; ++i)
        counting = values[i] == static_cast<float>(i) + first;
    if (counting) return Numbering::counting;
    std::ranges::sort(values);
    const bool distinct = std::ranges::adjacent_find(values) == values.end();
    return distinct && rows >= enough ? Numbering::distinct : Numbering::none;
}

bool is_row_index(std::string_view name, const FeatureMatrix& features, std::size_t feature) {
    if (name == "index") return numbering_of(features, feature) == Numbering::counting;
    const bool nameless = name.empty() || name.starts_with("Unnamed: ");
    return nameless && numbering_of(features, feature) != Numbering::none;
}

}  // namespace gradus::csv
