#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/data/dataset.hpp"

namespace gradus {

// A feature is known by its name. Feature k of LETOR text, and the k-th column of data without
// names, has the name "k".

/// The number that a name is, from 1; nothing for "bm25", "0" or "02".
std::optional<std::size_t> feature_number(std::string_view name);

/// The names of all features of the data, its own or 1, 2, …
std::vector<std::string> names_of_features(const Dataset& data);

/// Called 1, 2, … in this order, as features without names are.
bool are_numbered(const std::vector<std::string>& names);

/// Each is a number, in whatever order.
bool are_numbers(const std::vector<std::string>& names);

/// True where names tell nothing of what belongs together, so that the place must: the one side is
/// called 1, 2, …, the other by words, none of which is a number.
bool only_places_tell(const std::vector<std::string>& a, const std::vector<std::string>& b);

/// False for a column of sparse data that no document has: it is there only because features of
/// larger numbers are.
bool is_in_use(const Dataset& data, std::size_t column);

}  // namespace gradus
