#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/base/error.hpp"
#include "gradus/data/format.hpp"

namespace gradus::csv {

enum class Role : unsigned char { feature, grade, query, document, weight, label, left_out };

struct Column {
    std::string name;  ///< empty where a column description gives none
    Role role = Role::feature;
    std::size_t index = 0;  ///< of a label column: its place among those asked for
};

/// What each column is, by the names in the header at `where` and the options.
std::vector<Column> columns_of_header(const std::vector<std::string>& header,
                                      const Where& where,
                                      const ReadOptions& options);

/// What each of `count` columns is, by CatBoost's column description: lines
/// `column<TAB>type[<TAB>name]`.
std::vector<Column> columns_of_description(std::size_t count, const ReadOptions& options);

/// The names of the features; none where they are called by number, 1, 2, …
std::vector<std::string> feature_names(const std::vector<Column>& columns);

/// Throws Error where two names are equal; `named` says of what, in the plural.
void refuse_repeated_names(const std::vector<std::string>& names,
                           std::string_view named,
                           const Where& where);

}  // namespace gradus::csv
