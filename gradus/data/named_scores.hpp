#pragma once

#include <string>
#include <vector>

#include "gradus/data/dataset.hpp"

namespace gradus {

/// Scores of the documents of `data`, in its order, in a form that `gradus score` writes: a score a
/// line, in the order of the data; by the ending .csv or .tsv a table with a column score; by .run
/// a TREC run. Runs, and tables that name queries and documents as the data does, may be in any
/// order.
std::vector<double> read_scores_of(const Dataset& data, const std::string& path);

}  // namespace gradus
