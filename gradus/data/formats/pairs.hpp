#pragma once

#include <string>

#include "gradus/base/text_source.hpp"
#include "gradus/data/pairs.hpp"

namespace gradus {

/// `query TAB winner TAB loser [TAB weight]`
Pairs read_pairs(TextSource source);
void write_pairs(const Pairs& pairs, const std::string& path);

/// CatBoost's `winner TAB loser [TAB weight]`: rows of the data file, from 0. Queries are left
/// empty.
Pairs read_pairs_rows(TextSource source);

/// True where the first line has two fields: rows of the data without a weight, not ids.
bool holds_pairs_of_rows(const std::string& path);

/// `query documentA documentB preferred`, separated by blanks.
Pairs read_preferences(TextSource source);

}  // namespace gradus
