#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gradus/data/dataset.hpp"

namespace gradus::ascent {

/// The documents, each query's in the order in which equal scores are ranked while training
/// (gradus/objectives/rank_order.hpp): the order of a file often follows the grade, and a model
/// that ties all documents would be the best of all.
std::vector<std::size_t> documents_in_tie_order(const Dataset& data, std::uint64_t seed);

/// The grades of one label column, without features, for these documents.
Dataset grades_in_order(const Dataset& data,
                        const std::string& labels,
                        const std::vector<std::size_t>& documents);

}  // namespace gradus::ascent
