#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gradus/data/feature_matrix.hpp"

namespace gradus::csv {

/// What a word in a field means, in any case: NaN for an empty field, NULL, NaN, NA, N/A, <NA> and
/// None, 1 for true, 0 for false; nothing for any other.
std::optional<float> value_of_word(std::string_view text);

/// What to do about a number that is written with commas ("0,5", "1,234.5", "1.234,5"); "" for text
/// that is none.
std::string remedy_for_commas(std::string_view text);

/// How the values of a column number the rows.
enum class Numbering : unsigned char {
    none,
    distinct,  ///< ten or more whole numbers from 0, no two alike: an index of which rows were
               ///< drawn
    counting   ///< 0, 1, 2, … or 1, 2, 3, …
};
Numbering numbering_of(const FeatureMatrix& features, std::size_t feature);

/// True for a column that has no name but the one that pandas makes up ("Unnamed: 0") and numbers
/// the rows, and for one called "index" that counts them.
bool is_row_index(std::string_view name, const FeatureMatrix& features, std::size_t feature);

}  // namespace gradus::csv
