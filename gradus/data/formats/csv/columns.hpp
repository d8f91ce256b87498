#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/base/error.hpp"
#include "gradus/data/format.hpp"

namespace gradus::csv {

enum class Role : unsigned char {
    feature,
    grade,
    query,
    document,
    weight,
    query_weight,
    label,
    left_out,
    empty  ///< without a name and without content, as a separator behind the last name makes one
};

struct Column {
    std::string name;  ///< empty where a column description gives none
    Role role = Role::feature;
    std::size_t index = 0;  ///< of a label column: its place among those asked for
};

/// The names by which a column has a role without being named by an option, in any case; the first
/// is the one that we write.
std::span<const std::string_view> usual_names(Role role);

/// What separates the fields of a header or, with a column description, of a first record like
/// this: `standard`, or that of commas, semicolons and tabs which gives more columns a role; where
/// there is no header, or it would be one column, more columns.
char separator_of(std::string_view line, char standard, const ReadOptions& options);

/// What each column is, by the names in the header at `where` and the options. With `sizes` a file
/// beside the table has the sizes of the queries, so that no column need tell them.
std::vector<Column> columns_of_header(const std::vector<std::string>& header,
                                      const Where& where,
                                      char separator,
                                      const ReadOptions& options,
                                      bool sizes);

/// Which columns of the header have a role by a name that is not the first of the usual ones, and
/// which have such a name and are features all the same; for a note. Empty where there are none.
std::string note_on_columns(const std::vector<Column>& columns, const ReadOptions& options);

/// What each of `count` columns is, by CatBoost's column description: lines
/// `column<TAB>type[<TAB>name]`. `sizes` as above.
std::vector<Column> columns_of_description(std::size_t count,
                                           const ReadOptions& options,
                                           bool sizes);

/// The names of the features; none where they are called by number, 1, 2, … A feature of a header
/// that has no name is called by its place: "column 3". Names are UTF-8; what is not is taken as
/// Latin-1.
std::vector<std::string> feature_names(const std::vector<Column>& columns, bool described);

/// "column 3" for a column without a name; counted from 1, by a description from 0 as that does.
std::string place_name(std::size_t column, bool described);

/// Throws Error where two names are equal; `named` says of what, in the plural.
void refuse_repeated_names(const std::vector<std::string>& names,
                           std::string_view named,
                           const Where& where);

}  // namespace gradus::csv
