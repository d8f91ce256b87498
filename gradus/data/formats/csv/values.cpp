#include "gradus/data/formats/csv/values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "gradus/base/text_number.hpp"

namespace gradus::csv {
namespace {

/// The text without one character, and with another as the decimal point.
std::string as_number(std::string_view text, char thousands, char point) {
    std::string number;
    for (const char c : text) {
        if (c != thousands) number += c == point ? '.' : c;
    }
    return number;
}

/// One comma, up to three digits before it and three behind: 1,234 may be meant either way.
bool may_be_thousands(std::string_view text) {
    const std::size_t comma = text.find(',');
    const std::size_t sign = text.find_first_not_of("+-");
    return comma > sign && comma - sign <= 3 && text[sign] != '0' && text.size() - comma == 4;
}

}  // namespace

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

std::string remedy_for_commas(std::string_view text) {
    const auto commas = std::ranges::count(text, ',');
    if (commas == 0 || text.find_first_not_of("0123456789,.-+eE") != std::string_view::npos)
        return "";
    const std::size_t point = text.find('.');
    std::string whole;  // without thousands separators
    if (point == std::string_view::npos) {
        if (commas > 1) whole = as_number(text, ',', '.');
    } else if (text.find(',') < point) {
        whole = as_number(text, ',', '.');
    } else {
        whole = as_number(text, '.', ',');
    }
    if (!whole.empty()) {
        return number_from(whole) ? fmt::format("write it without thousands separators: {}", whole)
                                  : "";
    }
    if (may_be_thousands(text)) {
        return fmt::format(
            "write {} where the comma separates thousands, {} where it is the decimal point",
            as_number(text, ',', '.'),
            as_number(text, ' ', ','));
    }
    return "write a decimal point instead of the comma";
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
