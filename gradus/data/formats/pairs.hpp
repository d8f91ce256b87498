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

/// `query documentA documentB preferred`, separated by blanks.
Pairs read_preferences(TextSource source);

}  // namespace gradus
