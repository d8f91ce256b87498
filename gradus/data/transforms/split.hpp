#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gradus/data/dataset.hpp"

namespace gradus {

/// The order in which queries are dealt to parts.
enum class QueryOrder : unsigned char { shuffled, file };

/// A list of queries, by index.
using QueryList = std::vector<std::size_t>;

/// Queries to learn from, to choose by, and to report on. `vali` is empty where none was wanted.
struct Fold {
    QueryList train;
    QueryList vali;
    QueryList test;
};

/// The queries in `count` parts. Shuffled: their sizes differ by one at most, and each part keeps
/// the order of the file. In file order: consecutive queries, all parts of equal size but the last,
/// which takes the rest. Equal size is queries / count rounded up, or down where one query or none
/// is left over, or rounding up would leave nothing for the last part: so LETOR cuts MQ2008 (157,
/// 157, 157, 157, 156), MQ2007 (4 of 339, 336) and OHSUMED (4 of 21, 22).
std::vector<QueryList> equal_parts(std::size_t queries,
                                   std::size_t count,
                                   QueryOrder order,
                                   std::uint64_t seed);

/// The queries in parts that hold these shares of them (rounded at each border). Error unless the
/// shares are above 0 and add up to 1, and leave every part a query.
std::vector<QueryList> parts_by_shares(std::size_t queries,
                                       std::span<const double> shares,
                                       QueryOrder order,
                                       std::uint64_t seed);

/// LETOR's rotation over K parts: fold i trains on the K − 2 parts from i on, one after the other,
/// validates on the next, tests on the one after. Without validation it trains on K − 1.
std::vector<Fold> rotate_parts(const std::vector<QueryList>& parts, bool with_vali);

/// A data set made of several, with the queries of each.
struct JoinedParts {
    Dataset data;
    std::vector<QueryList> parts;
};

/// One data set behind the other. A part with fewer features than another has `gap` in their place.
/// `names` (the files) stand in messages: Error where a query is in two parts, the features have
/// different names, or only some parts have weights or positions.
JoinedParts join_parts(std::span<const Dataset> parts,
                       std::span<const std::string> names,
                       float gap);

}  // namespace gradus
